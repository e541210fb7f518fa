import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { isSignInProvider } from '#common/identity/sign-in/providers.ts'
import type { ProviderProblem } from '#common/operation/instance/schema.ts'
import { enabledSignInMethods } from '#common/operation/instance/settings.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import type { SafeHttpClient } from '../../../platform/outgoing/safe-client.ts'
import { getEnabledProvider } from './enabled-provider.ts'

/**
 * For each provider, the last failed sign-in in this process. The entry is removed when a sign-in succeeds.
 */
const lastFailures = new WeakMap<SafeHttpClient, Map<SignInProvider, Omit<ProviderProblem, 'provider'>>>()

export function recordProviderFailure(web: SafeHttpClient, provider: SignInProvider, reason: string): void {
  const own = lastFailures.get(web) ?? new Map()
  lastFailures.set(web, own)
  own.set(provider, { reason, last_at: new Date().toISOString() })
}

export function clearProviderFailure(web: SafeHttpClient, provider: SignInProvider): void {
  lastFailures.get(web)?.delete(provider)
}

/**
 * Lists the enabled providers with a problem. OpenID Connect providers are checked now, so that a wrong issuer
 * is reported before the first sign-in. For other providers, the last failed sign-in is reported.
 */
export async function listProviderProblems(ctx: UserContext): Promise<ProviderProblem[]> {
  const open = enabledSignInMethods(ctx.settings.get).filter(isSignInProvider)
  const found = await Promise.all(open.map((provider) => problemOf(ctx, provider)))
  return found.filter((problem) => problem !== null)
}

async function problemOf(ctx: UserContext, provider: SignInProvider): Promise<ProviderProblem | null> {
  try {
    await getEnabledProvider(ctx, provider)?.check?.()
  } catch (error) {
    return { provider, reason: providerErrorReason(error), last_at: new Date().toISOString() }
  }
  const refusal = lastFailures.get(ctx.web)?.get(provider)
  return refusal === undefined ? null : { provider, ...refusal }
}

/**
 * Returns the message of the error and of its cause, because the message of the library alone does not name
 * the cause.
 */
export function providerErrorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
