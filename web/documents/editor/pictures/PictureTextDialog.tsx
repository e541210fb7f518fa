import { useState } from 'react'
import { maxAltLength } from '#common/documents/content/pictures.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { Field } from '../../../platform/ui/Field.tsx'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { Textarea } from '../../../platform/ui/Textarea.tsx'

interface PictureWordsProps {
  /** Determines whether the dialog edits the alternative text or the caption. */
  of: 'alt' | 'caption'
  words: string
  onWords: (words: string | null) => void
  onClose: () => void
}

/**
 * The dialog to edit the alternative text or the caption of a picture. Screen readers and the search use the
 * alternative text.
 */
export function PictureTextDialog({ of, words, onWords, onClose }: PictureWordsProps) {
  const { t } = useTranslation()
  const [written, setWritten] = useState(words)
  const submit = () => {
    onWords(written.trim() || null)
    onClose()
  }
  return (
    <FormDialog
      title={t(of === 'alt' ? 'editor.picture.describeTitle' : 'editor.picture.caption')}
      size="sm"
      onSubmit={submit}
      submit={t('editor.picture.save')}
      onClose={onClose}
    >
      <Field
        label={t(of === 'alt' ? 'editor.picture.words' : 'editor.picture.caption')}
        hint={t(of === 'alt' ? 'editor.picture.wordsHint' : 'editor.picture.captionHint')}
      >
        <Textarea
          value={written}
          maxLength={maxAltLength}
          onChange={(event) => setWritten(event.target.value.replace(/\n/g, ' '))}
          onKeyDown={(event) => {
            if (pressedKey(event) !== 'Enter') return
            event.preventDefault()
            submit()
          }}
        />
      </Field>
    </FormDialog>
  )
}
