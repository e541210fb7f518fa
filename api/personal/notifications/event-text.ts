import type { NotificationEvent } from '#common/personal/notifications/schema.ts'
import deeds from '#common/work/activities/deeds.en.json' with { type: 'json' }
import { type ActivityTextKey, activityDescriber } from '#common/work/activities/words.ts'

/**
 * Describes an event. All emails of the server are in English, and use the same sentences as the history on
 * the screen.
 */
const words = activityDescriber({ say, day })

export function eventText(happened: NotificationEvent, receiver: string): string {
  return words(happened, receiver)
}

function say(key: ActivityTextKey, values: Record<string, string> = {}): string {
  const path = key.split('.')
  if (path[0] !== 'deeds') return (path.at(-1) ?? '').replaceAll('_', ' ')
  const sentence = path.slice(1).reduce<unknown>((node, name) => Reflect.get(Object(node), name), deeds)
  return String(sentence).replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')
}

function day(text: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text))
}
