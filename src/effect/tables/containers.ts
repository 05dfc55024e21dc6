/** Containers by the dozen; single ones are phrases. */
import { type Row, table } from "../invocation.ts";

const many: Row = {
  find(call) {
    const verb = call.operand(0);
    if (!/^(?:rm|rmi)$/.test(verb)) return;
    // `docker rm -f $(docker ps -aq)`, or the same by way of xargs.
    const listed = call.operands.some((word) => word.value === undefined && (word.from?.length ?? 0) > 0);
    if (listed) {
      call.say("destroy-resource", "every container that is listed", { what: `${call.name} ${verb}` });
    }
  },
};

/** Containers. */
export const CONTAINERS = table({ "docker podman nerdctl": many });
