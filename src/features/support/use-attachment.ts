import type { Shape } from '#contract/shape'
import { useDraft } from '#lib/drafts'
import { useCallback, useState } from 'react'
import type { Attachment } from './unsent.ts'

/** What is attached to the message that is being written. */
export interface AttachmentDraft {
  attached: Attachment
  /** False until the phone has been searched for an earlier draft. */
  is_ready: boolean
  attach: (next: Attachment | ((before: Attachment) => Attachment)) => void
  /** Whether the dialog that attaches something is open. */
  isOpen: boolean
  setOpen: (is: boolean) => void
}

const shape: Shape = { 'photo?': 'string', 'about?': { kind: 'string', reference: 'string' } }

/** Returns whether a message has neither a photo nor a reference. */
export const isNothingAttached = (attached: Attachment) => Object.keys(attached).length === 0

/**
 * Returns what is attached to the message of a conversation, or to the first one. It is stored on the phone, as the
 * message is.
 */
export function useAttachment(id: string | undefined): AttachmentDraft {
  const [isOpen, setOpen] = useState(false)
  const { value, is_ready, change, flush, discard } = useDraft<Attachment>(
    `attached-${id ?? 'new'}`,
    {},
    shape,
  )
  const attach = useCallback(
    (next: Attachment | ((before: Attachment) => Attachment)) => {
      let attached: Attachment = {}
      change((before) => (attached = typeof next === 'function' ? next(before) : next))
      if (isNothingAttached(attached)) void discard()
      else flush()
    },
    [change, flush, discard],
  )
  return { attached: value, is_ready, attach, isOpen, setOpen }
}
