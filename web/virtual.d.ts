/**
 * HTTP method and path of every API call. The build copies them from common/calls.ts, so that the browser
 * does not load the request and response schemas of that file.
 */
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

/**
 * Contains one function per language, by BCP 47 tag, that loads the UI texts of the language. English is
 * missing, because its texts are part of the main bundle.
 */
declare module 'virtual:locales' {
  export const locales: Record<
    string,
    () => Promise<{ default: import('#common/locales/plural-forms.ts').LocaleTexts }>
  >
}
