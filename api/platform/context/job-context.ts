import type { IncomingMessage } from 'node:http'
import type { EntityManager } from '@mikro-orm/postgresql'
import { forbidden } from '#common/platform/errors.ts'
import type { HttpExchange } from './context.ts'
import type { JobPorts } from './job.ts'

/** Returns the parts of a context that do not depend on the caller, for commands that a job runs. */
export function createJobContext(ports: JobPorts, em: EntityManager, userId: string) {
  const { config, settings, bus, jobs, storage, pictures, documents, web, limits, log } = ports
  return {
    ...{ em, config, settings, bus, jobs, storage, pictures, documents, web, limits, log },
    http: noExchange,
    proxyWatch: null,
    origin: { actor_id: userId, mutation_id: null },
    afterCommit: () => {},
    writing: () => Promise.reject(forbidden()),
  }
}

/**
 * Placeholders for fields of the user that a context for commands requires. Jobs do not use these fields, so their
 * values are not loaded.
 */
export const defaultJobPreferences = {
  timezone: 'UTC',
  week_starts_on: 0,
  language: 'en',
  is_instance_admin: false,
}

/** Placeholder for the HTTP exchange. A job has no HTTP request, so all response methods do nothing. */
const noExchange: HttpExchange = {
  address: '',
  user_agent: '',
  session_token: null,
  if_match: undefined,
  incoming: null as unknown as IncomingMessage,
  sendBody: () => {},
  hideFromSearchEngines: () => {},
  setEtag: () => {},
  setSession: () => {},
  clearSession: () => {},
  setSignedInUser: () => {},
  cookie: () => undefined,
  setCookie: () => {},
  clearCookie: () => {},
  csrfToken: () => '',
}
