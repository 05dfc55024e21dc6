/** Answers whoever connects. A bounded number of connections at once, none of which can hold up another. */
import { pause } from "../../base/pause.ts";
import { close, DEADLINES, type Deadlines, type House, type Life, serveConnection } from "./connection.ts";
import type { Door } from "./door.ts";

/** How a server is made. */
export interface ServerOptions {
  /** Where connections come in; it is closed by the server. */
  readonly listener: Deno.TcpListener;
  readonly door: Door;
  /** A clock that never jumps, in milliseconds. */
  readonly now: () => number;
  readonly deadlines?: Deadlines;
  readonly most?: number;
}

/** A server that runs. */
export interface Server {
  readonly connections: () => number;
  /**
   * Takes no new connection; resolves when the port is free. Those that are there are answered on, and after a moment,
   * in which a successor begins to listen, each answer is its connection's last.
   */
  readonly leave: () => Promise<void>;
  /** As {@link leave}, and connections that wait for a request are closed at once. */
  readonly end: () => void;
  /** Resolves when the last connection is gone. */
  readonly finished: Promise<void>;
}

/** Fewer than the files that any system lets a process open. */
const MOST_CONNECTIONS = 200;
/** How long a connection that nobody has proven itself on is safe from being closed for a new one. */
const GRACE = 1_000;
const LOOK = 250;
const SOON = 20;
/** A successor listens long before. */
const MOMENT = 500;

/** Starts to take connections. */
export function listen(
  { listener, door, now, deadlines = DEADLINES, most = MOST_CONNECTIONS }: ServerOptions,
): Server {
  const lives = new Map<Deno.TcpConn, Life>();
  let leaving = false;
  let free = false;
  let last = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let moment: ReturnType<typeof setTimeout> | undefined;
  let finish: () => void;
  const finished = new Promise<void>((resolve) => finish = resolve);
  // Where it gets narrow, nobody keeps a place for later.
  const house: House = { door, now, deadlines, isLeaving: () => last || lives.size > most / 2 };

  const look = () => {
    const time = now();
    for (const [connection, { deadline }] of lives) if (time > deadline) close(connection);
    timer = lives.size > 0 ? setTimeout(look, LOOK) : undefined;
  };

  /** Closes what is no loss: strangers who say nothing, else the one that has been idle for longest. */
  const makeRoom = () => {
    const time = now();
    const waiting = [...lives].filter(([, life]) => life.waiting !== undefined);
    const strangers = waiting.filter(([, life]) => !life.proven && time - life.waiting! >= GRACE);
    if (strangers.length > 0) {
      for (const [connection] of strangers) close(connection);
      return;
    }
    const idle = waiting.filter(([, life]) => life.proven).sort(([, a], [, b]) => a.waiting! - b.waiting!);
    if (idle[0] !== undefined) close(idle[0][0]);
  };

  const take = (connection: Deno.TcpConn) => {
    const life: Life = { deadline: now() + deadlines.head, waiting: now(), proven: false };
    lives.set(connection, life);
    try {
      connection.setNoDelay(true);
    } catch {
      // It is gone already.
    }
    timer ??= setTimeout(look, LOOK);
    serveConnection(connection, life, house).finally(() => {
      lives.delete(connection);
      endWhereEmpty();
    });
  };

  const endWhereEmpty = () => {
    if (!free || lives.size > 0) return;
    clearTimeout(timer);
    clearTimeout(moment);
    finish();
  };

  const accept = async () => {
    while (!leaving) {
      while (lives.size >= most && !leaving) {
        makeRoom();
        await pause(SOON);
      }
      try {
        take(await listener.accept());
      } catch {
        if (leaving) return;
        // Out of files, or a connection that was gone before it was taken.
        await pause(SOON);
      }
    }
  };
  // Only when nobody waits for a connection any more does the system let go of the port.
  const accepting = accept().then(() => {
    free = true;
    if (lives.size > 0) moment = setTimeout(() => last = true, MOMENT);
    endWhereEmpty();
  });

  const leave = () => {
    if (!leaving) {
      leaving = true;
      listener.close();
    }
    return accepting;
  };
  return {
    connections: () => lives.size,
    leave,
    end: () => {
      leave();
      last = true;
      for (const [connection, { waiting }] of lives) if (waiting !== undefined) close(connection);
    },
    finished,
  };
}
