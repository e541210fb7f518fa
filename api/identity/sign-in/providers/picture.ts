import type { Context } from '../../../platform/context/context.ts'
import { defineEvent } from '../../../platform/db/events.ts'

interface ProviderPicture {
  jobs: Context['jobs']
  user_id: string
  /** URL of the picture at the provider. */
  url: string
  /** True if the picture also replaces an avatar that the user already has. */
  replaces: boolean
}

/** Emitted when a user has signed in with a provider that has a picture of the user. */
export const providerPictureFound = defineEvent<ProviderPicture>('sign-in.provider-picture-found')
