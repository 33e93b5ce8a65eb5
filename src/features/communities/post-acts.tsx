import { appealPost, deletePost, reportPost, setBlock } from '#contract/communities/endpoints'
import { AppealPostInput, type Post, ReportPostInput } from '#contract/communities/model'
import { postReportReasons } from '#contract/communities/rules'
import { call } from '#lib/api'
import { rememberPage } from '#lib/browser'
import { showToast } from '#lib/toast'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { Dialog } from '#ui/dialog'
import { AreaField, SelectField } from '#ui/fields'
import { FailureNotice, Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRefreshCommunity } from './queries.ts'
import { type ReportReason, reasonLabels } from './labels.ts'

/**
 * Returns a function to call after a post was deleted, or its author muted or blocked. It loads the lists again and,
 * unless the post is an answer or the person has left its page, opens the group.
 */
function useLeaving({ group, answers }: Post) {
  const refresh = useRefreshCommunity()
  const navigate = useNavigate()
  return async (isStillHere: () => boolean) => {
    if (answers === null && isStillHere()) await navigate(`/community/${group}`)
    await refresh()
  }
}

/** Actions on the user's own post: delete or appeal. */
export function OwnPostActions({ post }: { post: Post }) {
  const leave = useLeaving(post)
  const removing = useMutation({
    mutationFn: () => call(deletePost, { id: post.id }),
    onMutate: rememberPage,
    onSuccess: (_, __, isStillHere) => leave(isStillHere),
  })
  const canAppeal = (post.state === 'hidden' || post.state === 'removed') && !post.is_appealed
  return (
    <>
      {canAppeal && <AppealForm post={post} />}
      {post.is_appealed && <p role="status">You have appealed.</p>}
      <ButtonRow>
        <ConfirmButton yes="Yes, delete it" busy={removing.isPending} onConfirm={removing.mutate}>
          Delete
        </ConfirmButton>
      </ButtonRow>
      <FailureNotice error={removing.error} />
    </>
  )
}

function AppealForm({ post }: { post: Post }) {
  const [words, setWords] = useState('')
  const refresh = useRefreshCommunity()
  const form = useForm(AppealPostInput, {
    draft: { value: words },
    read: () => ({ id: post.id, words }),
    send: (input, key) => call(appealPost, input, { key }),
    done: refresh,
  })
  return (
    <Form
      onSubmit={form.submit}
      watch={form.watch}
      error={form.error}
      action={
        <Button type="submit" busy={form.isSending}>
          Appeal
        </Button>
      }
    >
      <AreaField
        label="Why should we keep it?"
        name="words"
        rows={3}
        maxLength={1000}
        value={words}
        onChange={setWords}
        error={form.errors['words']}
      />
    </Form>
  )
}

/** Actions on other people's posts: report, mute or block. */
export function PostActions({ post }: { post: Post }) {
  const leave = useLeaving(post)
  const blocking = useMutation({
    mutationFn: (state: 'muted' | 'blocked') => call(setBlock, { person: post.author.id, state }),
    onMutate: rememberPage,
    onSuccess: async (_, state, isStillHere) => {
      showToast(`${isGone(post.author.name, state)} Undo it under Community, “Muted and blocked”.`)
      await leave(isStillHere)
    },
  })
  return (
    <>
      <ButtonRow>
        <ReportPostButton id={post.id} />
        <Button kind="quiet" busy={blocking.isPending} onClick={() => blocking.mutate('muted')}>
          Mute {post.author.name}
        </Button>
        <Button kind="quiet" busy={blocking.isPending} onClick={() => blocking.mutate('blocked')}>
          Block {post.author.name}
        </Button>
      </ButtonRow>
      <FailureNotice error={blocking.error} />
    </>
  )
}

const isGone = (name: string, state: 'muted' | 'blocked') =>
  state === 'muted'
    ? `You do not see ${name} any more.`
    : `You and ${name} do not see each other any more.`

/** A button that opens a dialog to report another person's post. */
export function ReportPostButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Report
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Report this">
        <Report id={id} />
      </Dialog>
    </>
  )
}

function Report({ id }: { id: string }) {
  const [reason, setReason] = useState<ReportReason>()
  const [words, setWords] = useState('')
  const form = useForm(ReportPostInput, {
    draft: { value: { reason, words } },
    read: () => ({ id, reason, ...(words.trim() !== '' && { words }) }),
    faults: () => ({ ...(reason === undefined && { reason: 'Choose what is wrong with it.' }) }),
    send: (input, key) => call(reportPost, input, { key }),
  })
  if (form.isDone)
    return (
      <Notice tone="success" live="polite" title="Thank you. We will look at it.">
        The author is not told who reported it.
      </Notice>
    )
  return (
    <Form
      onSubmit={form.submit}
      watch={form.watch}
      error={form.error}
      action={
        <Button type="submit" kind="primary" busy={form.isSending} wide>
          Report
        </Button>
      }
    >
      <SelectField
        label="What is wrong with it?"
        name="reason"
        empty="Choose"
        value={reason ?? ''}
        error={form.errors['reason']}
        onChange={(value) => setReason(postReportReasons.find((one) => one === value))}
        options={postReportReasons.map((value) => ({ value, label: reasonLabels[value] }))}
      />
      <AreaField
        label="More about it"
        name="words"
        optional
        rows={3}
        maxLength={500}
        value={words}
        onChange={setWords}
      />
    </Form>
  )
}
