/** What the packs that ship say of everyday commands, and of those that they are about. */
import { PACKS } from "../../src/policy/rule_sources.ts";
import { fitsRule } from "../../src/rule/match.ts";
import { readRuleFile } from "../../src/rule/load.ts";
import { subjectOf } from "../../src/guard/custom_rules.ts";
import { assertEquals } from "../support/assert.ts";
import { bash, type CallDescription, callOf, edit, write } from "../support/call.ts";

const ROOT = new URL("../../rules/", import.meta.url).pathname;
const RULES = PACKS.flatMap((pack) =>
  readRuleFile(`${ROOT}${pack}.jsonc`, false).rules.map((rule) => ({ ...rule, id: `${pack}/${rule.id}` }))
);

async function fitting(call: CallDescription): Promise<string[]> {
  const ids: string[] = [];
  for (const rule of RULES) {
    if (rule.profiles !== undefined) continue;
    if (await fitsRule(rule, subjectOf(callOf(call))) !== undefined) ids.push(rule.id);
  }
  return ids;
}

const COMMANDS: readonly [command: string, ...ids: string[]][] = [
  ["git push origin main", "git/push-to-main"],
  ["git push origin HEAD:main", "git/push-to-main"],
  ["git push -u origin feature/main-menu"],
  ["git push"],
  ["git push --dry-run origin main"],
  ["git push --all", "git/push-everything"],
  ["git push origin --tags", "git/push-everything"],
  ["git push origin --delete x", "git/delete-remote-branch"],
  ["git push -d origin x", "git/delete-remote-branch"],
  ["git push origin :x", "git/delete-remote-branch"],
  ["git push origin a:b"],
  ["git tag -f v1", "git/move-tag"],
  ["git tag -a v1 -m 'move -f'"],
  ["git config user.email a@b", "git/identity"],
  ["git config user.email"],
  ["git config --get user.email"],
  ["git config --global core.editor vim", "git/global-configuration"],
  ["git config --global --get user.name"],
  ["git config pull.rebase true"],
  ["git config --list --global"],
  ["git commit -m 'git push origin main'"],
  ["git checkout main && git pull"],
  ["rails db:migrate"],
  ["bin/rails db:reset", "databases/migrate-reset"],
  ["npx prisma migrate dev"],
  ["npx prisma migrate reset --force", "databases/migrate-reset"],
  ["python manage.py flush --noinput", "databases/migrate-reset"],
  ["python manage.py migrate"],
  ["php artisan migrate:fresh", "databases/migrate-reset"],
  ["psql -h localhost -d shop -c 'select 1'"],
  ["psql postgres://db.prod.example.com/shop -c 'select 1'", "databases/production"],
  ["pg_restore --clean -d shop x.dump", "databases/restore"],
  ["terraform plan"],
  ["terraform apply -auto-approve", "cloud/apply-unseen"],
  ["terraform -chdir=infra apply --auto-approve", "cloud/apply-unseen"],
  ["terraform state rm aws_x.y", "cloud/state-by-hand"],
  ["aws s3 ls"],
  ["aws s3 cp x s3://b/x --acl public-read", "cloud/open-to-the-world"],
  ["aws ec2 authorize-security-group-ingress --cidr 0.0.0.0/0", "cloud/open-to-the-world"],
  ["aws iam create-access-key --user-name x", "cloud/rights"],
  ["vercel --prod", "cloud/deploy-production"],
  ["vercel"],
  ["docker compose down"],
  ["docker compose down -v", "containers/volumes"],
  ["docker compose -f compose.yml down --volumes", "containers/volumes"],
  ["docker system prune -af"],
  ["docker run --rm -it -v ./src:/src node:20 npm test"],
  ["docker run --privileged x", "containers/privileged"],
  ["docker run -v /:/host x", "containers/privileged"],
  ["docker build -t x . && docker images"],
  ["docker push me/x:1", "containers/push-image"],
  ["kubectl get pods -n prod"],
  ["kubectl -n staging delete pod x", "containers/cluster-delete"],
  ["kubectl --context prod-eu apply -f x.yml", "containers/cluster-production"],
  ["kubectl apply -f x.yml"],
  ["kubectl drain node-1", "containers/drain"],
];

for (const [command, ...ids] of COMMANDS) {
  Deno.test(`packs: ${command}`, async () => {
    // What drops data is an effect, and those have tests of their own.
    const found = (await fitting(bash(command))).filter((id) => id !== "databases/drop");
    assertEquals(found, ids);
  });
}

const FILES: readonly [call: CallDescription, ...ids: string[]][] = [
  [write("/proj/package-lock.json", "{}"), "files/lock-by-hand"],
  [edit("/proj/Cargo.lock", "a", "b"), "files/lock-by-hand"],
  [edit("/proj/package.json", "a", "b")],
  [edit("/proj/src/lock.ts", "a", "b")],
  [edit("/proj/gen/x.pb.go", "a", "b"), "files/generated"],
  [write("/proj/src/app.ts", "")],
];

for (const [call, ...ids] of FILES) {
  Deno.test(`packs: ${JSON.stringify(call.input)}`, async () => assertEquals(await fitting(call), ids));
}

const EFFECTS: readonly [command: string, id: string][] = [
  ["psql -c 'DROP TABLE users'", "databases/drop"],
  ["terraform destroy", "cloud/destroy"],
  ["echo x >> ~/.bashrc", "files/shell-start-up"],
  ["echo x > LICENSE", "files/licence"],
];

for (const [command, id] of EFFECTS) {
  Deno.test(`packs, by effect: ${command}`, async () =>
    assertEquals((await fitting(bash(command))).includes(id), true));
}
