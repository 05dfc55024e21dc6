/** What a resident knows of its own work, in bounded memory. */

/** How many of the last events the median and the 99th percentile are taken of. */
const KEPT = 4_096;

/** What was counted so far. Times in milliseconds. */
export interface Measures {
  readonly uptime: number;
  readonly events: number;
  /** Of the last events; undefined before the first. */
  readonly median: number | undefined;
  readonly percentile99: number | undefined;
  /** How many lines there were for the operator, which nobody reads on standard error, and the last of them. */
  readonly problems: number;
  readonly lastProblem: string | undefined;
}

/** Counts events. `now` is a clock that never jumps, in milliseconds. */
export class Statistics {
  readonly #begun: number;
  readonly #times = new Float64Array(KEPT);
  #events = 0;
  #problems = 0;
  #lastProblem: string | undefined;

  constructor(readonly now: () => number) {
    this.#begun = now();
  }

  /** An event took so long. */
  count(milliseconds: number): void {
    this.#times[this.#events++ % KEPT] = milliseconds;
  }

  /** There was something to tell the operator. */
  problem(line: string): void {
    this.#problems++;
    this.#lastProblem = line.slice(0, 1_000);
  }

  measures(): Measures {
    const times = this.#times.slice(0, Math.min(this.#events, KEPT)).sort();
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
    return {
      uptime: this.now() - this.#begun,
      events: this.#events,
      median: at(0.5),
      percentile99: at(0.99),
      problems: this.#problems,
      lastProblem: this.#lastProblem,
    };
  }
}
