import { type Me, me, type Profile, profile } from '#common/identity/users/schema.ts'
import { presentRow } from '../../platform/db/present.ts'

export function presentMe(user: { avatar_url: string | null; cover_image_url: string | null }): Me {
  return presentRow(me, { ...user, avatar: user.avatar_url, cover_image: user.cover_image_url })
}

export function presentProfile(row: { user_id: string; product_tour: Record<string, boolean> }): Profile {
  return presentRow(profile, {
    ...row,
    user: row.user_id,
    product_tour: { ...initialTour, ...row.product_tour },
  })
}

const initialTour = { work_items: false, cycles: false, modules: false, intake: false, pages: false }
