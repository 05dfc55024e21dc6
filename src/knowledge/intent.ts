/** What a prompt is about to do, and how much that is worth telling. */

/** The shape of a task. */
export type Intent = "ui" | "feature" | "fix" | "refactor" | "debug" | "explore" | "unknown";

/** How much is told: a touch-up gets little, an exploring question more titles. */
export type Depth = "minimal" | "focused" | "deep";

/** The bounds of a depth. */
export interface Measure {
  /** For bodies, four bytes each. */
  readonly tokens: number;
  readonly bodies: number;
  readonly titles: number;
}

/** What each depth allows. */
export const MEASURES: Readonly<Record<Depth, Measure>> = {
  minimal: { tokens: 400, bodies: 2, titles: 3 },
  focused: { tokens: 1_000, bodies: 5, titles: 5 },
  deep: { tokens: 1_500, bodies: 6, titles: 12 },
};

/** The words of each intent, stems in English and Spanish, in the order in which they are asked. */
const SIGNS: readonly (readonly [Intent, RegExp])[] = [
  [
    "explore",
    /\b(?:explain\w*|explor\w*|understand\w*|overview|architecture|how (?:does|do|is|are)|what (?:is|are|does)|where (?:is|are|do)|walk me|tour|onboard\w*|summari[sz]e|explica\w*|entender|entiend\w*|resum\w*|arquitectura|como (?:funciona|esta|es)|que (?:es|hace)|donde (?:esta|se))\b/,
  ],
  [
    "ui",
    /\b(?:ui|ux|css|style\w*|styling|colou?rs?|padding|margin|font|button|layout|icon\w*|hover|spacing|pixel\w*|dark mode|estilo\w*|boton\w*|diseno|margen|color\w*|fuente|icono\w*)\b/,
  ],
  [
    "debug",
    /\b(?:debug\w*|investigat\w*|diagnos\w*|stack ?trace|root cause|why (?:does|is|do|are)|depura\w*|investiga\w*|por que)\b/,
  ],
  [
    "fix",
    /\b(?:fix\w*|bugs?|broken|breaks?|fail\w*|error\w*|crash\w*|regression\w*|wrong|repair\w*|arregl\w*|corrig\w*|correg\w*|fall[ao]\w*|roto|rota|averia\w*)\b/,
  ],
  [
    "refactor",
    /\b(?:refactor\w*|restructur\w*|renam\w*|extract\w*|split\w*|clean ?up|simplif\w*|mov(?:e|ing)|migrat\w*|reestructur\w*|renombra\w*|extrae\w*|limpi\w*|mueve|mover|migra\w*)\b/,
  ],
  [
    "feature",
    /\b(?:add\w*|implement\w*|creat\w*|build\w*|support\w*|introduc\w*|new|anad\w*|agreg\w*|implementa\w*|crea\w*|construy\w*|nuev[ao]\w*)\b/,
  ],
];

const DEPTHS: Readonly<Record<Intent, Depth>> = {
  ui: "minimal",
  feature: "focused",
  fix: "focused",
  refactor: "focused",
  debug: "deep",
  explore: "deep",
  unknown: "focused",
};

/** The intent of `prompt` by its words; the first kind that has one of its signs. */
export function intentOf(prompt: string): Intent {
  const text = prompt.slice(0, 2_000).toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]+/g, "");
  return SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? "unknown";
}

/** How deep an intent goes. */
export function depthOf(intent: Intent): Depth {
  return DEPTHS[intent];
}
