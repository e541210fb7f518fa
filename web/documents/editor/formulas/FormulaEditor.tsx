import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { maxFormulaLength, validInlineTex, validTex } from '#common/documents/content/formulas.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Popover } from '../../../platform/ui/Popover.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { Textarea } from '../../../platform/ui/Textarea.tsx'
import type { PopoverState } from '../popover-state.ts'
import { loadKatex, renderFormula } from './draw-formula.ts'
import type { OpenFormulaEditor } from './formula-view.ts'
import { setFormula } from './formulas.ts'

/** The popover to edit the TeX of a formula, with a live preview. */
export function FormulaEditor({
  editor,
  opened,
}: {
  editor: Editor
  opened: PopoverState<OpenFormulaEditor>
}) {
  const formula = useSyncExternalStore(opened.subscribe, opened.get)
  return formula && <FormulaPopover editor={editor} formula={formula} onClose={() => opened.set(null)} />
}

interface WrittenProps {
  editor: Editor
  formula: OpenFormulaEditor
  onClose: () => void
}

function FormulaPopover({ editor, formula, onClose }: WrittenProps) {
  const { t } = useTranslation()
  const { dom, isBlock } = formula
  const [tex, setTex] = useState(formula.tex)
  const isDone = useRef(false)
  const close = (latex: string) => {
    if (isDone.current) return
    isDone.current = true
    const position = formula.position()
    if (position !== undefined && editor.isEditable)
      editor.view.dispatch(setFormula(editor.state, position, latex))
    onClose()
    editor.commands.focus(null, { scrollIntoView: false })
  }
  const save = () => close(isBlock ? validTex(tex) : validInlineTex(tex))
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnd = pressedKey(event) === 'Escape' || (pressedKey(event) === 'Enter' && !event.shiftKey)
    if (!isEnd) return
    event.preventDefault()
    event.stopPropagation()
    if (pressedKey(event) === 'Escape') close(formula.tex)
    else save()
  }
  return (
    <Popover
      open
      anchor={dom}
      label={t('editor.formula.name')}
      onOpenChange={(isOpen) => !isOpen && save()}
      finalFocus={() => false}
      className="flex w-96 flex-col gap-2"
    >
      <Fields tex={tex} isBlock={isBlock} onTex={setTex} onKeyDown={onKeyDown} onSave={save} />
    </Popover>
  )
}

interface FieldsProps {
  tex: string
  isBlock: boolean
  onTex: (tex: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onSave: () => void
}

function Fields({ tex, isBlock, onTex, onKeyDown, onSave }: FieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  useEffect(() => {
    let isNow = true
    void loadKatex().then(
      (katex) => {
        if (!isNow || !preview.current) return
        const meant = validTex(tex)
        if (meant === '') preview.current.replaceChildren()
        setWrong(meant === '' ? null : renderFormula(katex, preview.current, meant, isBlock))
      },
      () => isNow && setWrong(t('editor.formula.away')),
    )
    return () => {
      isNow = false
    }
  }, [tex, isBlock, t])
  return (
    <>
      <Textarea
        ref={field}
        dir="ltr"
        className="font-mono"
        rows={isBlock ? 3 : 1}
        maxLength={maxFormulaLength}
        aria-label={t('editor.formula.tex')}
        aria-describedby={id}
        placeholder={'\\frac{a}{b}'}
        spellCheck={false}
        autoCapitalize="off"
        value={tex}
        invalid={wrong !== null}
        onChange={(event) => onTex(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div ref={preview} className="formula-preview scroll-quiet" aria-hidden={tex.trim() === ''} />
      <p id={id} role="status" className="min-h-5 text-faint text-sm">
        {wrong === null ? t('editor.formula.keys') : t('editor.formula.wrong', { reason: wrong })}
      </p>
      <Button variant="primary" size="sm" className="self-end" onClick={onSave}>
        {t('editor.formula.done')}
      </Button>
    </>
  )
}
