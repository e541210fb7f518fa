import type { z } from 'zod'
import { firstText, flag, listOf, objectOf, text } from '../json.ts'
import { hasNames, type JsonReader } from '../json-reader.ts'
import { fileAt } from '../source-files.ts'
import { emptyItem, type SourceItem } from '../source-item.ts'
import { dayIn, timeIn } from './forge.ts'

const named = objectOf({ name: text }).nullish().catch(null)
const board = objectOf({
  lists: listOf(objectOf({ id: text, name: text })),
  members: listOf(objectOf({ id: text, fullName: text, username: text })),
  checklists: listOf(
    objectOf({ idCard: text, name: text, checkItems: listOf(objectOf({ name: text, state: text })) }),
  ),
  actions: listOf(
    objectOf({
      ...{ id: text, type: text, date: text },
      memberCreator: objectOf({ fullName: text, username: text }).nullish().catch(null),
      data: objectOf({
        text,
        card: objectOf({ id: text, name: text }).nullish().catch(null),
        ...{ listBefore: named, listAfter: named, attachment: named, member: named, checkItem: named },
        old: objectOf({ name: text, due: text, closed: flag }).nullish().catch(null),
      }),
    }),
  ),
  cards: listOf(
    objectOf({
      ...{ id: text, shortLink: text, name: text, desc: text, idList: text, due: text, start: text },
      ...{ dueComplete: flag, closed: flag, shortUrl: text, idMembers: listOf(text) },
      labels: listOf(objectOf({ name: text, color: text })),
      attachments: listOf(objectOf({ name: text, url: text, isUpload: flag })),
    }),
  ),
})
type Board = z.infer<typeof board>
type Card = Board['cards'][number]

/** The JSON export of a board in Trello. */
export const trelloReader: JsonReader = {
  kind: 'json',
  detects: (json) =>
    hasNames(json, 'lists', 'cards', 'idOrganization') || hasNames(json, 'cards', 'labelNames'),
  read(json) {
    const read = board.parse(json)
    const lists = new Map(read.lists.map((list) => [list.id, list.name]))
    const people = new Map(read.members.map((one) => [one.id, firstText(one.fullName, one.username)]))
    const checklists = Map.groupBy(read.checklists, (list) => list.idCard)
    const changes = Map.groupBy(
      read.actions.filter(({ type }) => type !== 'commentCard').toReversed(),
      ({ data }) => data.card?.id,
    )
    const comments = Map.groupBy(
      read.actions.filter(({ type }) => type === 'commentCard'),
      ({ data }) => data.card?.id,
    )
    return read.cards.map((card, at) => ({
      ...itemOfCard(card, at + 1),
      state: card.closed === true ? 'Archived' : (lists.get(card.idList) ?? null),
      assignees: card.idMembers.flatMap((id) => people.get(id) ?? []),
      description: {
        kind: 'markdown' as const,
        text: withChecklists(card.desc ?? '', checklists.get(card.id)),
      },
      // The file lists the newest action first.
      history: (changes.get(card.id) ?? []).map((action) => ({
        author: firstText(action.memberCreator?.fullName, action.memberCreator?.username),
        created_at: timeIn(action.date),
        text: textOfAction(action),
      })),
      comments: (comments.get(card.id) ?? []).map((action) => ({
        key: action.id ?? '',
        author: firstText(action.memberCreator?.fullName, action.memberCreator?.username),
        created_at: timeIn(action.date),
        kind: 'markdown' as const,
        text: action.data.text ?? '',
      })),
    }))
  },
}

/** Returns a text such as `update card: To do → Done` for the action `updateCard`. */
function textOfAction({ type, data }: Board['actions'][number]): string {
  const name = (type ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const { listBefore, listAfter, attachment, member, checkItem, old } = data
  if (listBefore && listAfter) return `${name}: ${listBefore.name ?? ''} → ${listAfter.name ?? ''}`
  if (old?.name) return `${name}: ${old.name} → ${data.card?.name ?? ''}`
  const value = firstText(attachment?.name, member?.name, checkItem?.name, ...Object.keys(old ?? {}))
  return value === null ? name : `${name}: ${value}`
}

function itemOfCard(card: Card, row: number): SourceItem {
  const links = card.attachments
    .filter(({ isUpload }) => isUpload !== true)
    .map(({ url, name }) => ({ url: url ?? '', title: name ?? null }))
  const uploads = card.attachments.filter(({ isUpload }) => isUpload === true)
  return {
    ...emptyItem(row),
    key: card.id ?? '',
    other_keys: card.shortLink ? [card.shortLink] : [],
    title: card.name ?? '',
    state_group: card.closed === true || card.dueComplete === true ? 'completed' : null,
    labels: card.labels.flatMap((label) => firstText(label.name, label.color) ?? []),
    start_date: dayIn(card.start),
    target_date: dayIn(card.due),
    // The id of a card begins with the time at which it was created.
    created_at: /^[0-9a-f]{24}$/.test(card.id ?? '')
      ? timeIn(String(Number.parseInt((card.id ?? '').slice(0, 8), 16)))
      : null,
    links: [...(card.shortUrl ? [{ url: card.shortUrl, title: null }] : []), ...links],
    attachments: uploads.map(({ url, name }) => fileAt(url ?? '', name)),
  }
}

interface Checklist {
  name?: string | null | undefined
  checkItems: { name?: string | null | undefined; state?: string | null | undefined }[]
}

function withChecklists(description: string, lists: readonly Checklist[] = []): string {
  const parts = lists.map(({ name, checkItems }) =>
    [
      `**${name ?? ''}**\n`,
      ...checkItems.map((item) => `- [${item.state === 'complete' ? 'x' : ' '}] ${item.name ?? ''}`),
    ].join('\n'),
  )
  return [description, ...parts].filter(Boolean).join('\n\n')
}
