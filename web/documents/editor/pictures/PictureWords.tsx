import { useState } from 'react'
import { altLength } from '#common/documents/content/pictures.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { Field } from '../../../platform/ui/Field.tsx'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { Textarea } from '../../../platform/ui/Textarea.tsx'

interface PictureWordsProps {
  /** What is to be seen on it, or what stands below it. */
  of: 'alt' | 'caption'
  words: string
  onWords: (words: string | null) => void
  onClose: () => void
}

/** Asks what is to be seen on a picture, for those who do not see it and for search, or what is to stand below it. */
export function PictureWords({ of, words, onWords, onClose }: PictureWordsProps) {
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
          maxLength={altLength}
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
