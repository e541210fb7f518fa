/** Method and path of all calls, taken from common/calls.ts at build time, so that no schema reaches the browser. */
declare module 'virtual:calls' {
  type Declared = typeof import('#common/calls.ts').calls
  export const calls: {
    readonly [Name in keyof Declared]: readonly [
      method: Declared[Name]['method'],
      path: Declared[Name]['path'],
    ]
  }
}

declare module 'virtual:emoji' {
  export const categories: { index: number; label: string }[]
  export const rows: [
    emoji: string,
    label: string,
    category: number,
    tags: string[],
    skins: string[],
    names: string[],
  ][]
}

/** Loads all texts of a language, by its BCP 47 tag. English is part of the client. */
declare module 'virtual:locales' {
  export const locales: Record<
    string,
    () => Promise<{ default: import('#common/locales/plural-forms.ts').LocaleTexts }>
  >
}
