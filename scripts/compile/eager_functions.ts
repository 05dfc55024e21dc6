export const EAGER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {};
