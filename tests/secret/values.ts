/** Made-up values for tests, put together here so that no file of the project looks as if it held a secret. */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ALPHABETS = {
  letters: `${LETTERS}${LETTERS.toUpperCase()}0123456789`,
  hex: "0123456789abcdef",
  upper: `${LETTERS.toUpperCase()}234567`,
  base64: `${LETTERS}${LETTERS.toUpperCase()}0123456789+/`,
};

/** A run that looks drawn at random and is always the same. */
export function run(length: number, alphabet: keyof typeof ALPHABETS = "letters", seed = 7): string {
  const units = ALPHABETS[alphabet];
  let state = seed;
  let text = "";
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += units[(state >> 8) % units.length];
  }
  return text;
}

/** Tokens by a short name, in the forms that their providers give them. */
export const TOKENS: Readonly<Record<string, string>> = {
  ghp: `ghp_${run(36)}`,
  gho: `gho_${run(36)}`,
  ghu: `ghu_${run(36)}`,
  ghs: `ghs_${run(36)}`,
  ghr: `ghr_${run(36)}`,
  ghpat: `github_pat_${run(22)}_${run(59)}`,
  ant: `sk-ant-api03-${run(32)}`,
  openai: `sk-proj-${run(48)}`,
  slack: `xoxb-111111111111-222222222222-${run(24)}`,
  glpat: `glpat-${run(20)}`,
  npm: `npm_${run(36)}`,
  jwt: `eyJ${run(33)}.eyJ${run(40)}.${run(43)}`,
};
