import type { ErrorCode } from '#contract/errors'
import { CallError } from '#lib/api'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from './login-form.ts'

/**
 * Sends a form. What is wrong lands on its fields, the first of them gets the focus, and a sentence
 * goes when its field is changed (`change`). `fieldOf` puts a refusal beside the field it is about;
 * `problem` is what belongs to no field.
 */
export function useSending<T>({
  send,
  done,
  fieldOf = {},
}: {
  send: () => Promise<T>
  done: (answer: T) => void | Promise<void>
  fieldOf?: Partial<Record<ErrorCode, string>>
}) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<FieldErrors>({})
  const [changed, setChanged] = useState<readonly string[]>([])
  const sending = useMutation({
    mutationFn: send,
    onSuccess: done,
    onError: (error) => {
      setChanged([])
      setFound(fieldsOf(error, fieldOf))
    },
  })
  useEffect(() => {
    const said = form.current?.querySelector('[id$="-error"]')
    said?.parentElement?.querySelector<HTMLElement>('input, select')?.focus()
  }, [found])
  const isAboutFields = Object.keys(found).length > 0
  return {
    form,
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!sending.isPending) sending.mutate()
    },
    isSending: sending.isPending,
    /** What stands in `name` was written anew. */
    change: (name: string) =>
      setChanged((before) => (before.includes(name) ? before : [...before, name])),
    errors: Object.fromEntries(Object.entries(found).filter(([name]) => !changed.includes(name))),
    problem: isAboutFields ? null : sending.error,
  }
}

function fieldsOf(error: Error, fieldOf: Partial<Record<string, string>>): FieldErrors {
  if (!(error instanceof CallError)) return {}
  const field = fieldOf[error.code]
  return field === undefined ? error.fields : { ...error.fields, [field]: error.detail }
}
