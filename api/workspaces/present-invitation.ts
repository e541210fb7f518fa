import { type InviteAnswer, inviteAnswer } from '#common/workspaces/schema.ts'
import { present } from '../db/present.ts'
import type { WorkspaceInvite } from './entity.ts'

interface Into {
  id: string
  name: string
  slug: string
  logo_url: string | null
}

export function presentInvitation(invite: WorkspaceInvite, { id, name, slug, logo_url }: Into): InviteAnswer {
  return present(inviteAnswer, { ...invite, workspace: { id, name, slug, logo_url } })
}
