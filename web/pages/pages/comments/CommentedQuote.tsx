import { cx } from '../../../platform/ui/cx.ts'

/** The text that a thread is about, crossed out if it was removed. */
export function CommentedQuote({ text, isRemoved = false }: { text: string; isRemoved?: boolean }) {
  return (
    <p
      dir="auto"
      className={cx(
        'line-clamp-2 min-w-0 break-words border-comment-line border-s-2 ps-2 text-sm text-soft',
        isRemoved && 'line-through',
      )}
    >
      {text}
    </p>
  )
}
