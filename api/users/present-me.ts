import { type Me, me } from '#common/users/schema.ts'
import { present } from '../db/present.ts'

export function presentMe(user: { avatar_url: string | null; cover_image_url: string | null }): Me {
  return present(me, { ...user, avatar: user.avatar_url, cover_image: user.cover_image_url })
}
