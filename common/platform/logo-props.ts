import { z } from 'zod'
import { singleLineText } from './fields.ts'
import { storedEmojiPattern } from './logo.ts'

const emoji = z
  .string()
  .max(100)
  .regex(storedEmojiPattern, 'Send an emoji as decimal code points joined by hyphens, such as 128640.')

export const logoProps = z.object({
  in_use: z.enum(['emoji', 'icon']).nullish(),
  emoji: z.object({ value: emoji.nullish(), url: singleLineText(500).nullish() }).nullish(),
  icon: z
    .object({
      name: singleLineText(64).nullish(),
      color: singleLineText(32).nullish(),
      background_color: singleLineText(32).nullish(),
    })
    .nullish(),
})
export type LogoProps = z.infer<typeof logoProps>
