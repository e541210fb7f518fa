import { bestLanguage, type Language, parseAcceptLanguage } from '#common/locales/languages.ts'
import type { Context } from '../context/context.ts'

/** Returns the language that the client prefers, from its `Accept-Language` header. New accounts start with it. */
export function requestLanguage({ http }: Pick<Context, 'http'>): Language {
  return bestLanguage(parseAcceptLanguage(http.incoming.headers['accept-language'] ?? ''))
}
