import { providerCalls } from '#common/identity/sign-in/provider-calls.ts'
import { defineFeature } from '../../../access/requests/mount.ts'
import { providerFromParams } from './provider.ts'
import { beginProviderSignIn, completeProviderSignIn } from './provider-sign-in.ts'
import { receiveSaml } from './receive-saml.ts'
import { samlMetadata } from './saml.ts'

export const providersFeature = defineFeature(providerCalls, {
  enterByProvider: (ctx, { params, query }) =>
    beginProviderSignIn(ctx, providerFromParams(params), query.next_path),
  getSamlMetadata: async ({ config }) =>
    new Response(samlMetadata(config), { headers: { 'Content-Type': 'application/samlmetadata+xml' } }),
  receiveSaml: (ctx, { body }) => receiveSaml(ctx, body),
  returnFromProvider: (ctx, { params, query }) =>
    completeProviderSignIn(ctx, providerFromParams(params), query),
})
