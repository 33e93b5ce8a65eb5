import { describeError } from '#lib/api/error'
import { useOnline } from '#lib/online'
import { Notice } from '#ui/notice'

/** An error that belongs to no field. `offline`: the text without an answer. */
export function FormError({ error, offline }: { error: Error | null; offline: string }) {
  return (
    error !== null && (
      <Notice kind="harm" says="now">
        {describeError(error, offline)}
      </Notice>
    )
  )
}

/** Shown offline instead of forms that need a network. */
export function NeedsNetwork({ children }: { children: string }) {
  return useOnline() ? null : (
    <Notice kind="mind" says="soon" title={children}>
      What you typed stays on this phone, except passwords. Your tickets still open.
    </Notice>
  )
}
