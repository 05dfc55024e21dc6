/**
 * The field of a request that tries an entry: it is answered as any other, and nothing of it is kept or counted. Only
 * `garfio verify` sends it, and a resident to itself; without the token it means nothing.
 */
export const TRIAL = "Garfio-Trial";
