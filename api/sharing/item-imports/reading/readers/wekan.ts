import { firstText, flag, listOf, objectOf, text } from '../json.ts'
import { hasNames, type JsonReader } from '../json-reader.ts'
import { emptyItem } from '../source-item.ts'
import { dayIn, timeIn } from './forge.ts'

const board = objectOf({
  lists: listOf(objectOf({ _id: text, title: text })),
  labels: listOf(objectOf({ _id: text, name: text, color: text })),
  users: listOf(
    objectOf({ _id: text, username: text, profile: objectOf({ fullname: text }).nullish().catch(null) }),
  ),
  comments: listOf(objectOf({ _id: text, cardId: text, userId: text, text, createdAt: text })),
  checklistItems: listOf(objectOf({ cardId: text, title: text, isFinished: flag })),
  cards: listOf(
    objectOf({
      ...{ _id: text, title: text, description: text, listId: text, parentId: text, userId: text },
      ...{ createdAt: text, startAt: text, dueAt: text, endAt: text, archived: flag },
      ...{ labelIds: listOf(text), members: listOf(text), assignees: listOf(text) },
    }),
  ),
})

/** The JSON export of a board in WeKan. */
export const wekanReader: JsonReader = {
  kind: 'json',
  detects: (json) => hasNames(json, '_id', 'lists', 'cards', 'swimlanes'),
  read(json) {
    const read = board.parse(json)
    const lists = new Map(read.lists.map((list) => [list._id, list.title]))
    const labels = new Map(read.labels.map((label) => [label._id, firstText(label.name, label.color)]))
    const people = new Map(read.users.map((one) => [one._id, firstText(one.profile?.fullname, one.username)]))
    const comments = Map.groupBy(read.comments, (comment) => comment.cardId)
    const steps = Map.groupBy(read.checklistItems, (step) => step.cardId)
    return read.cards.map((card, at) => {
      const checklist = (steps.get(card._id) ?? []).map(
        (step) => `- [${step.isFinished === true ? 'x' : ' '}] ${step.title ?? ''}`,
      )
      return {
        ...emptyItem(at + 1),
        key: card._id ?? '',
        title: card.title ?? '',
        description: {
          kind: 'markdown' as const,
          text: [card.description ?? '', checklist.join('\n')].filter(Boolean).join('\n\n'),
        },
        state: card.archived === true ? 'Archived' : (lists.get(card.listId) ?? null),
        state_group: card.archived === true || card.endAt ? ('completed' as const) : null,
        labels: card.labelIds.flatMap((id) => labels.get(id) ?? []),
        assignees: [...new Set([...card.assignees, ...card.members])].flatMap((id) => people.get(id) ?? []),
        author: people.get(card.userId) ?? null,
        start_date: dayIn(card.startAt),
        target_date: dayIn(card.dueAt),
        created_at: timeIn(card.createdAt),
        completed_at: timeIn(card.endAt),
        parent: card.parentId || null,
        comments: (comments.get(card._id) ?? []).map((comment) => ({
          key: comment._id ?? '',
          author: people.get(comment.userId) ?? null,
          created_at: timeIn(comment.createdAt),
          kind: 'markdown' as const,
          text: comment.text ?? '',
        })),
      }
    })
  },
}
