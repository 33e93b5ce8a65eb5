import type { ErrorCode } from '#contract/errors'
import { rememberPage } from '#lib/browser'
import { findFieldErrors } from '#lib/api/error'
import { isOutcomeUnknown, useIdempotencyKey } from '#lib/api/idempotency-key'
import { CallError } from '#lib/api/error'
import { addToOutbox, type NewOutboxItem, type OutboxItem, replaceInOutbox } from '#lib/outbox'
import { type FieldErrors, useFieldChecks } from './use-field-checks.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A schema of the contract, in the form that zod makes. */
export interface FormSchema<Input> {
  safeParse: (
    written: unknown,
  ) =>
    | { success: true; data: Input }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

/** The typed text: a draft of `#lib/drafts`, or state that is never stored, such as a password. */
interface FormText<Values> {
  value: Values
  flush?: () => void
  discard?: () => unknown
}

/** Sending through the outbox: the input is stored first, with or without a network. */
export interface OutboxSending<Input> {
  item: (input: Input) => NewOutboxItem
  /** The item being edited, which the new one replaces, unless it is sent already. */
  waiting?: OutboxItem | undefined
}

interface FormOptions<Values, Input, Answer> {
  draft: FormText<Values>
  /** Builds the input from the form's values. The schema checks it before it is sent. */
  read: (values: Values) => unknown
  /** Errors by field that no schema can express. They take precedence. */
  faults?: (values: Values) => FieldErrors
  /** The call, with its idempotency key, or sending through the outbox. */
  send: ((input: Input, key: string) => Promise<Answer>) | OutboxSending<Input>
  /**
   * Called after success, and only once the draft is deleted: it may leave the document, which would leave the draft
   * behind. It must lead on only if `isStillHere()`, which means that the person has not left the page meanwhile.
   */
  done?: (answer: Answer, isStillHere: () => boolean) => unknown
  /**
   * Called after the server has refused the input, so that the form shows what is true now. Not called after a missing
   * answer: then the same input must be sent again.
   */
  afterRefusal?: () => unknown
  /** The refusal with which an item came back from the outbox. */
  refused?: CallError | null
  /** The field at which a refusal with this code is displayed. */
  fieldOf?: Partial<Record<ErrorCode, string>>
}

/**
 * A form that is checked by a schema of the contract. Errors appear at their fields, and the first field with an error
 * gets the focus; an error disappears when its field is changed. With `watch`, a field is checked when it is left. The
 * text stays until it is accepted; nothing is sent twice, and after a missing answer it is sent again with the same
 * idempotency key.
 */
export function useForm<Values, Input, Answer = OutboxItem>(
  schema: FormSchema<Input>,
  options: FormOptions<Values, Input, Answer>,
) {
  const { draft, read, faults, send, done, afterRefusal, refused = null, fieldOf = {} } = options
  const isUnderWay = useRef(false)
  /** Whether this attempt was sent with its key. One that was not sent must not end the key of an earlier attempt. */
  const isSent = useRef(false)
  // Text that is never stored, such as a password, is not stored as a hash either.
  const act = useIdempotencyKey(draft.discard !== undefined)
  const [found, setFound] = useState(() => findErrorsOfRefusal(refused, read(draft.value)))
  const sending = useMutation({
    networkMode: 'always',
    // Its variable, the form's text, may contain a password. With 0, query-core loops while a left form is being sent.
    gcTime: 1000,
    onMutate: rememberPage,
    mutationFn: async (_text: string) => {
      isSent.current = false
      const input = parseInput(schema, read(draft.value), faults?.(draft.value))
      if (typeof send !== 'function') return (await keepForSending(send, input)) as Answer
      isSent.current = true
      return send(input, act.keyFor(JSON.stringify(input)))
    },
    onSuccess: async (answer, _, isStillHere) => {
      setFound(undefined)
      left.reset()
      await draft.discard?.()
      await done?.(answer, isStillHere)
    },
    onError: (error) => {
      const own = faults?.(draft.value) ?? {}
      setFound({ fields: fieldsIn(error, fieldOf), own, of: read(draft.value), error })
      const isRefused = error instanceof CallError && !isOutcomeUnknown(error)
      if (isSent.current && isRefused) void afterRefusal?.()
    },
    onSettled: (_, error) => {
      isUnderWay.current = false
      if (isSent.current) act.settle(error ?? undefined)
    },
  })
  const left = useFieldChecks(() => ({
    ...findSchemaErrors(schema, read(draft.value)),
    ...faults?.(draft.value),
  }))
  const { form, unmarked } = useFocusOnError(found)
  const current = selectCurrentErrors(found, read(draft.value), faults?.(draft.value))
  const { errors, isAboutFields, error } = current
  return {
    /** The `ref` of the `<form>`, unless it is `Form` of `#ui/form`, which focuses the first wrong field itself. */
    form,
    submit: (event?: FormEvent) => {
      event?.preventDefault()
      if (isUnderWay.current) return
      isUnderWay.current = true
      draft.flush?.()
      sending.mutate(JSON.stringify(draft.value))
    },
    isSending: sending.isPending,
    isDone: sending.isSuccess,
    /** Whether the form was accepted as it is now: false again once something is changed. */
    isSaved: sending.isSuccess && sending.variables === JSON.stringify(draft.value),
    /** The server's answer after success. */
    answer: sending.data,
    errors: { ...left.errors, ...errors },
    /** Handlers for the `<form>`, or the `watch` of `Form`: then a field is checked when the person leaves it. */
    watch: left.watch,
    /** The error, until the field that it is about is changed. */
    error,
    /** The error, if no field of the form shows it. */
    problem: isAboutFields && error !== unmarked ? null : error,
    /** Clears answer and error. */
    reset: () => {
      setFound(undefined)
      sending.reset()
    },
  }
}

/**
 * Focuses the first field of `form` with an error after each attempt. `unmarked`: the error of which no field shows
 * anything, such as one of a field that is not on the screen.
 */
function useFocusOnError(found: FormErrors | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const [unmarked, setUnmarked] = useState<Error>()
  useLayoutEffect(() => {
    if (found !== undefined && findFirstWrongField(form.current) === undefined)
      setUnmarked(found.error)
  }, [found])
  // Focus after the layout effects: the focus may fold sections, and `useStillField` must measure after that.
  useEffect(() => {
    if (found !== undefined) focusFirstError(form.current)
  }, [found])
  return { form, unmarked }
}

/** An input, its errors, and the form's values when they were found. */
interface FormErrors {
  fields: FieldErrors
  /** Errors from `faults`. */
  own: FieldErrors
  of: unknown
  error: Error
}

/** Returns the errors of the refusal with which an item came back from the outbox; `of`: the form's values. */
const findErrorsOfRefusal = (refused: CallError | null, of: unknown): FormErrors | undefined =>
  refused === null ? undefined : { fields: refused.fields, own: {}, of, error: refused }

/** Returns those of the errors found at the last attempt that still apply. */
function selectCurrentErrors(found: FormErrors | undefined, now: unknown, faults?: FieldErrors) {
  const errors = found === undefined ? {} : stillWrong(found, now, faults)
  const isAboutFields = Object.keys(found?.fields ?? {}).length > 0
  const isMended = isAboutFields && Object.keys(errors).length === 0
  return { errors, error: isMended ? null : (found?.error ?? null), isAboutFields }
}

/** Returns what the contract's schema finds wrong, by field; the first sentence for each. */
export function findSchemaErrors<Input>(schema: FormSchema<Input>, written: unknown): FieldErrors {
  const parsed = schema.safeParse(written)
  const fields: FieldErrors = {}
  const issues = parsed.success ? [] : parsed.error.issues
  for (const { path, message } of issues) fields[path.join('.')] ??= message
  return fields
}

/** Parses input with the contract's schema. Throws `invalid_input` with a sentence for each field. */
export function parseInput<Input>(
  schema: FormSchema<Input>,
  written: unknown,
  own: FieldErrors = {},
): Input {
  const parsed = schema.safeParse(written)
  if (parsed.success && Object.keys(own).length === 0) return parsed.data
  const fields: FieldErrors = { ...findSchemaErrors(schema, written), ...own }
  throw new CallError({
    status: 400,
    code: 'invalid_input',
    fields,
    detail: 'Check the marked fields.',
  })
}

const notStored =
  'This phone could not save it: its storage is full or switched off. Free some space, then send it again.'

const sentBefore =
  'It is being sent, as it was before you changed it. To send this one as well, send it again.'

async function keepForSending<Input>(
  { item, waiting }: OutboxSending<Input>,
  input: Input,
): Promise<OutboxItem> {
  const kept =
    waiting === undefined || waiting.state === 'sent'
      ? await addToOutbox(item(input))
      : await replaceInOutbox(waiting.id, item(input))
  if (kept === undefined) throw new CallError({ detail: notStored })
  if (kept === 'sent') throw new CallError({ detail: sentBefore })
  return kept
}

function fieldsIn(error: Error, fieldOf: Partial<Record<string, string>>): FieldErrors {
  const field = error instanceof CallError ? fieldOf[error.code] : undefined
  return field === undefined
    ? findFieldErrors(error)
    : { ...findFieldErrors(error), [field]: error.message }
}

/**
 * Returns the errors that still apply: one of `faults` while `faults` finds it, any other until its field changes.
 */
const stillWrong = ({ fields, own, of }: FormErrors, now: unknown, faults: FieldErrors = {}) =>
  Object.fromEntries(
    Object.entries(fields).filter(([path]) =>
      path in own ? path in faults : at(of, path) === at(now, path),
    ),
  )

/** Returns the input at a path, serialised for comparison. */
function at(words: unknown, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], words)
  return JSON.stringify(found)
}

/** Focuses the first field with an error. Returns whether there is one. */
export function focusFirstError(form: HTMLFormElement | null): boolean {
  const field = findFirstWrongField(form)
  field?.focus()
  return field !== undefined
}

function findFirstWrongField(form: HTMLFormElement | null): HTMLElement | undefined {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [id$="-error"]')
  const field = wrong?.matches('[aria-invalid]')
    ? wrong
    : wrong?.parentElement?.querySelector<HTMLElement>('input, select, textarea')
  return field ?? undefined
}
