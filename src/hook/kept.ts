/** What a process that answers many events keeps between them. `answer` itself keeps nothing. */
import { Absences } from "../base/absences.ts";
import { KeptFiles } from "../base/kept_files.ts";
import type { Os } from "../base/platform.ts";
import { type Contract, loadContract } from "../contract/contract.ts";
import { readConfiguration } from "../policy/configuration.ts";
import type { Readers } from "./request.ts";

/** Readers, and what is known not to be there. */
export interface KeptReaders extends Readers {
  readonly absences: Absences;
}

/** Readers that read a file again only when it has changed, which they look at for each event. */
export function keepingReaders(os: Os): KeptReaders {
  const configurations = new KeptFiles(readConfiguration);
  const contracts = new Map<string, KeptFiles<Contract | undefined>>();
  return {
    absences: new Absences(os, true),
    configuration: (path) => configurations.of(path),
    contract: (assets, name) => {
      let kept = contracts.get(name);
      if (kept === undefined) {
        // Names come from addresses: there are not many that are one.
        if (contracts.size >= 64) contracts.clear();
        contracts.set(name, kept = new KeptFiles(() => loadContract(assets, name)));
      }
      return kept.of(`${assets}/contracts/${name}.json`);
    },
  };
}
