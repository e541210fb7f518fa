import { type RefObject, type SyntheticEvent, useEffect, useState } from 'react'
import { useWarnIfUnsaved } from './unsaved.ts'

type Problems<Values> = { [Name in keyof Values]?: string | false | null | undefined }

interface FormOptions<Values> {
  /**
   * The stored values, or a function that returns them. The function is called only once, so that the fields do
   * not change when other users edit the object.
   */
  saved: Values | (() => Values)
  /** Values that the fields contain at first, as if the user had typed them. */
  typed?: Partial<Values>
  /**
   * Validates the values. Returns the error messages by field, in the order of the form. The function is called
   * later, so it can use constants that are declared after it.
   */
  check?: (values: Values) => Problems<Values>
  /** If true, error messages are shown before the first attempt to submit. */
  showsAtOnce?: boolean
  /**
   * Submits the values. If the function returns error messages by field, they are shown until a field changes.
   */
  send: (values: Values) => unknown
  /**
   * Converts an error of `send` to a text for the form, or to texts by field. Without this function, the
   * error is rethrown.
   */
  explain?: (error: unknown) => string | Problems<Values>
  /** The field that gets the initial focus. */
  firstFocus?: keyof Values
  /**
   * If true, a confirmation dialog appears before the user leaves the screen with unsaved changes. A form in a
   * dialog always asks for confirmation.
   */
  warnsOnLeave?: boolean
}

type TextField = HTMLInputElement & HTMLTextAreaElement

export interface TextFieldProps {
  ref: RefObject<TextField | null>
  value: string
  onChange: (event: { target: { value: string } }) => void
}

type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values]

/**
 * Returns the state of a form: its values, its validation errors and whether it is being submitted. Submitting
 * stops at the first invalid field, which gets the focus.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { saved, check, showsAtOnce = false, send, explain, warnsOnLeave = false, firstFocus } = options
  const [first] = useState(saved)
  const before = typeof saved === 'function' ? first : saved
  // The values of fields that the user has touched. Untouched fields follow the stored values.
  const [typed, setTyped] = useState<Partial<Values>>(options.typed ?? {})
  const values = { ...before, ...typed }
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<Problems<Values>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [fields] = useState(() => new Map<keyof Values, RefObject<TextField | null>>())
  const names = Object.keys(values) as (keyof Values)[]
  const isChanged = names.some((name) => !isAlike(values[name], before[name]))
  useWarnIfUnsaved(isChanged && warnsOnLeave)
  useEffect(() => {
    if (firstFocus !== undefined) fields.get(firstFocus)?.current?.focus({ preventScroll: true })
  }, [fields, firstFocus])

  function set(change: Partial<Values>): void {
    setTyped((now) => ({ ...now, ...change }))
    setRefused({})
  }

  function reset(): void {
    setTyped({})
    setTried(false)
    setRefused({})
    setRefusal(null)
  }

  function field(name: keyof Values): RefObject<TextField | null> {
    const known = fields.get(name) ?? { current: null }
    fields.set(name, known)
    return known
  }

  function refuse(found: string | Problems<Values>): void {
    if (typeof found === 'string') setRefusal(found)
    else {
      setRefused(found)
      focusFirst(found)
    }
  }

  /** Focuses the first invalid field. Returns true if there is an invalid field. */
  function focusFirst(found: Problems<Values>): boolean {
    const wrong = (Object.keys(found) as (keyof Values)[]).find((name) => found[name])
    if (wrong !== undefined) fields.get(wrong)?.current?.focus()
    return wrong !== undefined
  }

  async function sendAll(): Promise<void> {
    setTried(true)
    setRefusal(null)
    if (sending || focusFirst(check?.(values) ?? {})) return
    setSending(true)
    try {
      const found = await send(values)
      if (typeof found === 'object' && found !== null) refuse(found as Problems<Values>)
    } catch (error) {
      if (explain === undefined) throw error
      refuse(explain(error))
    } finally {
      setSending(false)
    }
  }

  return {
    values,
    set,
    reset,
    field,
    tried,
    sending,
    isChanged,
    refusal,
    submit: (event?: SyntheticEvent): void => {
      event?.preventDefault()
      void sendAll()
    },
    /** Returns the validation error of a field, if it should be shown now. */
    problem: (name: keyof Values): string | undefined =>
      refused[name] || ((tried || showsAtOnce) && check?.(values)[name]) || undefined,
    /** Returns the props of a text field. */
    text: (name: TextNames<Values>, normal = (written: string) => written): TextFieldProps => ({
      ref: field(name),
      value: values[name] as string,
      onChange: (event) => set({ [name]: normal(event.target.value) } as Partial<Values>),
    }),
  }
}

/** Compares two values of a field. Leading and trailing spaces do not count as a change. */
function isAlike(now: unknown, before: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value)
  return plain(now) === plain(before)
}

/**
 * The return type of `useForm`. A form whose validation reads the values of the same form must declare this
 * type, because TypeScript cannot infer it.
 */
export type Form<Values extends object> = ReturnType<typeof useForm<Values>>
