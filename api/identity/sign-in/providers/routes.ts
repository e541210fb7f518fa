import { providerCalls } from '#common/identity/sign-in/provider-calls.ts'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { beginProviderSignIn, completeProviderSignIn } from './provider-sign-in.ts'
import { receiveSaml } from './receive-saml.ts'
import { samlMetadata } from './saml.ts'

/** The cast is safe, because the path pattern accepts only known provider names. */
const nameIn = ({ provider }: { provider: string }) => provider as SignInProvider

export const providersFeature = defineFeature(providerCalls, {
  enterByProvider: (ctx, { params, query }) => beginProviderSignIn(ctx, nameIn(params), query.next_path),
  getSamlMetadata: async ({ config }) =>
    new Response(samlMetadata(config), { headers: { 'Content-Type': 'application/samlmetadata+xml' } }),
  receiveSaml: (ctx, { body }) => receiveSaml(ctx, body),
  returnFromProvider: (ctx, { params, query }) => completeProviderSignIn(ctx, nameIn(params), query),
})
