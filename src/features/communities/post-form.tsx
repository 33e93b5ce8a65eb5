import { PostInput } from '#contract/communities/model'
import { maxPostLength } from '#contract/communities/rules'
import { findItemRefusal, SendingNotice } from '#features/offline'
import { useDraft } from '#lib/drafts'
import type { OutboxItem } from '#lib/outbox'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { AreaField } from '#ui/fields'
import { Form } from '#ui/form'
import { PhotoField } from '#ui/photo-field'
import { useState } from 'react'

interface PostFormProps {
  group: string
  groupName: string
  /** The id of the post to answer. */
  answers?: string
  /** The outbox item that is being edited. */
  waiting: OutboxItem | undefined
}

/** The form for a post or an answer, which is stored on the phone before it is sent. */
export function PostForm({ group, groupName, answers, waiting }: PostFormProps) {
  const [kept, setKept] = useState<OutboxItem>()
  const [photo, setPhoto] = useState(() => textOf(waiting?.input['photo']))
  const path = answers === undefined ? `/community/${group}` : `/community/${group}/${answers}`
  const draft = useDraft(`community-${waiting?.id ?? answers ?? group}`, {
    body: textOf(waiting?.input['body']),
  })
  const form = useForm(PostInput, {
    typed: draft,
    read: ({ body }) => ({ group, body, ...(answers !== undefined && { answers }) }),
    send: {
      item: (input) => ({
        kind: 'community_post',
        input: { ...input, ...(photo !== '' && { photo }) },
        title: `${answers === undefined ? 'Post' : 'Answer'} in ${groupName}: ${input.body.slice(0, 60)}`,
        edit_path: path,
      }),
      waiting,
    },
    refused: findItemRefusal(waiting),
    done: (item) => {
      setKept(item)
      setPhoto('')
      draft.change({ body: '' })
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
          value={draft.value.body}
          error={form.errors['body']}
          onChange={(body) => draft.change({ body })}
        />
        {answers === undefined && (
          <PhotoField
            label="Photo"
            optional
            value={photo}
            error={form.errors['photo']}
            onChange={setPhoto}
          />
        )}
      </Form>
    </>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
