/**
 * Two programs on one machine show one another that they know the token without saying it. Both sides of a proof name
 * the port: a stranger who passes a question on to the resident on another port gets an answer that proves nothing.
 */
import { toHex } from "../base/digest.ts";

/** Makes proofs for one token. */
export type Prover = (side: "question" | "answer", port: number, nonce: string) => Promise<string>;

const NONCE = /^[0-9a-f]{32,128}$/;

/** The prover of `token`. */
export function proverOf(token: string): Prover {
  const bytes = (text: string) => new TextEncoder().encode(text);
  let making: Promise<CryptoKey> | undefined;
  const makeKey = () =>
    crypto.subtle.importKey("raw", bytes(token), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (side, port, nonce) =>
    toHex(
      new Uint8Array(
        await crypto.subtle.sign(
          "HMAC",
          await (making ??= makeKey()),
          bytes(`garfio resident ${side}\n${port}\n${nonce}`),
        ),
      ),
    );
}

/** Something that was never asked before. */
export function newNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether `text` can be a nonce at all. */
export function isNonce(text: string | undefined): text is string {
  return text !== undefined && NONCE.test(text);
}

/** Whether both are the same, in a time that tells nothing but whether they are of one length. */
export function sameSecret(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
