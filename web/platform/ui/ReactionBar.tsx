import { SmilePlus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  defaultReactionCodes,
  emojiToReactionCode,
  reactionCodeToEmoji,
} from '#common/work/reactions/rules.ts'
import { currentLanguageTag, useTranslation } from '../../locales/i18n.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { EmojiPicker, preloadEmojiPicker } from './EmojiPicker.tsx'
import { IconButton } from './IconButton.tsx'
import { Popover } from './Popover.tsx'
import { Tooltip } from './Tooltip.tsx'

export interface ReactionBarEntry {
  /** The code of the emoji, from `common/work/reactions/rules.ts`. */
  code: string
  count: number
  isMine: boolean
  /** The names of the users who reacted, as far as the client knows them. */
  names: string[]
}

export interface ReactionBarProps {
  reactions: readonly ReactionBarEntry[]
  /** If false, the reactions are read-only. */
  canReact: boolean
  onToggle: (code: string) => void
}

/**
 * Emoji reactions with counts. Hover and focus show the names; a click adds or removes the user's reaction.
 */
export function ReactionBar({ reactions, canReact, onToggle }: ReactionBarProps) {
  const { t } = useTranslation()
  if (reactions.length === 0 && !canReact) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and this group contains buttons
    <div role="group" aria-label={t('ui.reactions.label')} className="flex flex-wrap items-center gap-1">
      {reactions.map((reaction) => (
        <ReactionChip
          key={reaction.code}
          reaction={reaction}
          onToggle={canReact ? () => onToggle(reaction.code) : null}
        />
      ))}
      {canReact && (
        <AddReaction
          given={reactions.filter(({ isMine }) => isMine).map(({ code }) => code)}
          onToggle={onToggle}
        />
      )}
    </div>
  )
}

interface ReactionChipProps {
  reaction: ReactionBarEntry
  onToggle: (() => void) | null
}

function ReactionChip({ reaction: { code, count, isMine, names }, onToggle }: ReactionChipProps) {
  const { t } = useTranslation()
  const who = namesOf(names, count, t)
  return (
    <Tooltip label={who}>
      <button
        type="button"
        aria-label={t('ui.reactions.by', { emoji: reactionCodeToEmoji(code), count, names: who })}
        aria-pressed={isMine}
        aria-disabled={onToggle === null}
        onClick={() => onToggle?.()}
        className={cx(
          'touch-target flex h-control-sm items-center gap-1.25 rounded-full border px-2 text-sm font-medium tabular transition-colors',
          isMine ? 'border-accent bg-accent-soft text-accent-text' : 'border-line bg-raised text-soft',
          onToggle !== null && !isMine && 'hover:border-line-strong',
        )}
      >
        <span aria-hidden className="text-md leading-none">
          {reactionCodeToEmoji(code)}
        </span>
        {count}
      </button>
    </Tooltip>
  )
}

/** Maximum number of names in the tooltip. Further users are summarized as a number. */
const namedAtMost = 8

function namesOf(names: string[], count: number, t: ReturnType<typeof useTranslation>['t']): string {
  const named = names.slice(0, namedAtMost)
  const others = count - named.length
  return new Intl.ListFormat(currentLanguageTag()).format(
    others > 0 ? [...named, t('ui.reactions.others', { count: others })] : named,
  )
}

interface AddReactionProps {
  /** The reactions that the user has given. Choosing one of them again removes it. */
  given: readonly string[]
  onToggle: (code: string) => void
}

function AddReaction({ given, onToggle }: AddReactionProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const choose = (code: string | null) => {
    setOpen(false)
    if (code !== null) onToggle(code)
  }
  return (
    <Popover
      label={t('ui.reactions.add')}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) setWhole(false)
      }}
      preload={preloadEmojiPicker}
      className={cx('p-1!', isWhole && 'w-80 overflow-hidden! p-0!')}
      trigger={<IconButton size="sm" label={t('ui.reactions.add')} icon={<SmilePlus />} />}
    >
      {isWhole ? (
        <EmojiPicker onPick={(emoji) => choose(emojiToReactionCode(emoji))} />
      ) : (
        <div
          role="toolbar"
          aria-label={t('ui.reactions.label')}
          className="flex flex-wrap items-center gap-0.5"
          onKeyDown={moveFocusByArrow}
        >
          {defaultReactionCodes.map((code) => (
            <button
              key={code}
              type="button"
              aria-label={reactionCodeToEmoji(code)}
              aria-pressed={given.includes(code)}
              onClick={() => choose(code)}
              className="grid size-8 place-items-center rounded-sm text-[1.125rem] leading-none hover:bg-hover focus-visible:bg-hover aria-pressed:bg-accent-soft coarse:size-touch"
            >
              {reactionCodeToEmoji(code)}
            </button>
          ))}
          <Button size="sm" variant="ghost" className="ms-0.5" onClick={() => setWhole(true)}>
            {t('ui.reactions.more')}
          </Button>
        </div>
      )}
    </Popover>
  )
}

/** Moves the focus between the emoji with arrow keys, which wrap around at the ends. */
function moveFocusByArrow({ key, currentTarget, target }: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (step === undefined) return
  const buttons = [...currentTarget.querySelectorAll('button')]
  const at = target instanceof HTMLButtonElement ? buttons.indexOf(target) : -1
  buttons.at((at + step) % buttons.length)?.focus()
}
