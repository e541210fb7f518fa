import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { GitProvider } from '#common/work/git/rules.ts'
import type { GitPayloadParser } from '../facts.ts'
import { readGithubPayload } from './github-payloads.ts'
import { readGitlabPayload } from './gitlab-payloads.ts'

/** Returns the value of a request header. Its name must be in lower case. */
type Header = (name: string) => string | undefined

/** Describes how a forge delivers its webhooks. */
export interface ForgeDeliveries {
  isAuthentic(header: Header, body: Uint8Array, secret: string): boolean
  event(header: Header): string | undefined
  /** Returns an id of the delivery that stays the same when the forge sends the delivery again. */
  deliveryId(header: Header, body: Uint8Array): string | undefined
  read: GitPayloadParser
}

const gitea: ForgeDeliveries = {
  isAuthentic: (header, body, secret) =>
    isEqual(header('x-forgejo-signature') ?? header('x-gitea-signature'), hmac(secret, body)),
  event: (header) => header('x-forgejo-event') ?? header('x-gitea-event'),
  deliveryId: (header) => header('x-forgejo-delivery') ?? header('x-gitea-delivery'),
  read: readGithubPayload,
}

export const forgeDeliveryAdapters: Record<GitProvider, ForgeDeliveries> = {
  github: {
    isAuthentic: (header, body, secret) =>
      isEqual(header('x-hub-signature-256'), `sha256=${hmac(secret, body)}`),
    event: (header) => header('x-github-event'),
    deliveryId: (header) => header('x-github-delivery'),
    read: readGithubPayload,
  },
  gitlab: {
    isAuthentic: (header, _, secret) => isEqual(header('x-gitlab-token'), secret),
    event: (header) => header('x-gitlab-event'),
    // Older versions of GitLab send no delivery id. In this case, a hash of the body identifies the delivery.
    deliveryId: (header, body) =>
      header('idempotency-key') ??
      header('x-gitlab-event-uuid') ??
      createHash('sha256').update(body).digest('hex'),
    read: readGitlabPayload,
  },
  gitea,
  forgejo: gitea,
}

function hmac(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/**
 * Compares two secrets in constant time. Both secrets are hashed first, because the comparison requires equal
 * lengths.
 */
function isEqual(sent: string | undefined, expected: string): boolean {
  if (sent === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
}
