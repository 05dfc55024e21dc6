/** What tokens cost. The operator's `prices.json` beside the configuration comes before the table here. */
import { configFolder, type Surroundings } from "../../base/folders.ts";
import { isObject } from "../../base/json.ts";
import { join } from "../../base/path.ts";
import { readSmall } from "../../base/read_small.ts";
import type { Usage } from "./tally.ts";

/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Left out: 1.25 times the input. */
  readonly cacheWrite?: number;
  /** Left out: twice the input. */
  readonly cacheWriteLong?: number;
  /** Left out: a tenth of the input. */
  readonly cacheRead?: number;
}

/** The beginning of a model's name, then its price. The longest beginning that fits counts. */
export type Prices = Readonly<Record<string, Price>>;

/** List prices of November 2026 as far as they were known. They change; the operator's table wins. */
export const PRICES: Prices = {
  "claude-opus": { input: 5, output: 25 },
  "claude-opus-4-0": { input: 15, output: 75 },
  "claude-opus-4-1": { input: 15, output: 75 },
  "claude-opus-4-2025": { input: 15, output: 75 },
  "claude-3-opus": { input: 15, output: 75 },
  "claude-sonnet": { input: 3, output: 15 },
  "claude-3-5-sonnet": { input: 3, output: 15 },
  "claude-3-7-sonnet": { input: 3, output: 15 },
  "claude-haiku": { input: 1, output: 5 },
  "claude-3-5-haiku": { input: 0.8, output: 4 },
  "claude-3-haiku": { input: 0.25, output: 1.25, cacheWrite: 0.3, cacheRead: 0.03 },
};

const isAmount = (value: unknown): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** The table that holds, the operator's rows over ours; what is no price in it is left out. */
export function pricesFor(place: Surroundings): Prices {
  const folder = configFolder(place);
  const text = folder === undefined
    ? undefined
    : readSmall(join(folder, "prices.json", place.os), 256 * 1024);
  if (text === undefined) return PRICES;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return PRICES;
    const own = Object.entries(value).filter(([, price]) =>
      isObject(price) && isAmount(price["input"]) && isAmount(price["output"]) &&
      ["cacheWrite", "cacheWriteLong", "cacheRead"].every((key) =>
        price[key] === undefined || isAmount(price[key])
      )
    );
    return { ...PRICES, ...Object.fromEntries(own) as Prices };
  } catch {
    return PRICES;
  }
}

/** The price of `model`; undefined where the table does not know it. */
export function priceOf(model: string, prices: Prices): Price | undefined {
  // Some gateways put their own name and a region in front: `us.anthropic.claude-…`, `anthropic/claude-…`.
  const name = model.toLowerCase();
  const bare = name.slice(Math.max(0, name.lastIndexOf("claude-")));
  const key = Object.keys(prices).filter((key) => name.startsWith(key) || bare.startsWith(key))
    .sort((a, b) => b.length - a.length)[0];
  return key === undefined ? undefined : prices[key];
}

/** What `usage` costs, in dollars. */
export function costOf(usage: Usage, price: Price): number {
  const {
    input,
    output,
    cacheWrite = input * 1.25,
    cacheWriteLong = input * 2,
    cacheRead = input / 10,
  } = price;
  return (usage.input * input + usage.output * output + usage.cacheWrite * cacheWrite +
    usage.cacheWriteLong * cacheWriteLong + usage.cacheRead * cacheRead) / 1_000_000;
}

/** What all models of a session cost together; undefined where no model of it has a price. */
export function totalCost(models: Readonly<Record<string, Usage>>, prices: Prices): number | undefined {
  const costs = Object.entries(models).flatMap(([model, usage]) => {
    const price = priceOf(model, prices);
    return price === undefined ? [] : [costOf(usage, price)];
  });
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}
