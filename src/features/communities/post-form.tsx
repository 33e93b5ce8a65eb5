import { PostInput } from '#contract/communities/model'
import { maxPostLength } from '#contract/communities/rules'
import { cutText } from '#contract/cut-text'
import { findItemRefusal, SendingNotice } from '#features/offline'
import { useDraft } from '#lib/drafts'
import type { OutboxItem } from '#lib/outbox'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField } from '#ui/fields'
import { Form } from '#ui/form'
import { PhotoField } from '#ui/photo-field'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

interface PostFormProps {
  group: string
  groupName: string
  /** The id of the post to answer; undefined for a new post. */
  answers?: string
  /** The outbox item that is being edited; undefined if the text is new. */
  waiting: OutboxItem | undefined
}

/** The form for a post or an answer, which is stored on the phone before it is sent. */
export function PostForm({ group, groupName, answers, waiting }: PostFormProps) {
  const [kept, setKept] = useState<OutboxItem>()
  const navigate = useNavigate()
  const path = answers === undefined ? `/community/${group}` : `/community/${group}/${answers}`
  const draft = useDraft(`community-${waiting?.id ?? answers ?? group}`, {
    body: textOf(waiting?.input['body']),
    photo: textOf(waiting?.input['photo']),
  })
  const { body, photo } = draft.value
  const form = useForm(PostInput, {
    draft,
    read: (values) => ({ group, body: values.body, ...(answers !== undefined && { answers }) }),
    send: {
      item: (input) => ({
        kind: 'community_post',
        input: { ...input, ...(photo !== '' && { photo }) },
        title: `${answers === undefined ? 'Post' : 'Answer'} in ${groupName}: ${cutText(input.body, 60)}`,
        edit_path: path,
      }),
      waiting,
    },
    refused: findItemRefusal(waiting),
    done: (item) => {
      // The changed item is gone; the new one is in the list of what is not sent yet.
      if (waiting !== undefined) return navigate(path, { replace: true })
      setKept(item)
      draft.change({ body: '', photo: '' })
      // The empty form is not a draft.
      return draft.discard()
    },
  })
  const what = answers === undefined ? 'post' : 'answer'
  return (
    <>
      {kept !== undefined && (
        <SendingNotice
          item={kept}
          thanks="Others can read it now, unless our staff check it first."
        />
      )}
      <Form
        onSubmit={form.submit}
        onBlur={draft.flush}
        watch={form.watch}
        error={form.error}
        action={
          <Button type="submit" kind="primary" busy={form.isSending}>
            Send the {what}
          </Button>
        }
      >
        <AreaField
          label={answers === undefined ? 'What do you want to say or ask?' : 'Your answer'}
          hint="What did you see, where and when? Leave phone numbers out."
          name="body"
          rows={3}
          maxLength={maxPostLength}
          value={body}
          error={form.errors['body']}
          onChange={(text) => draft.change((before) => ({ ...before, body: text }))}
        />
        {answers === undefined && (
          <PhotoField
            label="Photo"
            optional
            value={photo}
            error={form.errors['photo']}
            onChange={(taken) => draft.change((before) => ({ ...before, photo: taken }))}
          />
        )}
      </Form>
    </>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
