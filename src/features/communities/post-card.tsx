import { formatCount } from '#contract/quantities'
import type { Post } from '#contract/communities/model'
import { thankPost } from '#contract/communities/endpoints'
import { UnsentCard } from '#features/offline'
import { call } from '#lib/api'
import { formatMoment } from '#lib/format'
import { useOutbox } from '#lib/outbox'
import { useUser } from '#lib/session'
import { Button, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useIsSavingData } from '#lib/online'
import { useMutation } from '@tanstack/react-query'
import styles from './communities.module.css'
import { OwnPostActions, ReportPostButton, PostActions } from './post-acts.tsx'
import { useRefreshCommunity } from './queries.ts'

/**
 * A post or an answer, with its actions. With `leads`, for lists of posts, it has a link to its answers, and its only
 * actions are to thank and to report.
 */
export function PostCard({ post, leads = false }: { post: Post; leads?: boolean }) {
  const { id, group, author, body, photo, state, why, written_at, answer_count } = post
  const savesData = useIsSavingData()
  const user = useUser()
  return (
    <Card as="li" label={`${author.name}, ${formatMoment(Date.parse(written_at))}`}>
      <div className={styles.head}>
        <b>{author.is_me ? `${author.name} (you)` : author.name}</b>
        <time dateTime={written_at}>{formatMoment(Date.parse(written_at))}</time>
      </div>
      {state !== 'shown' && (
        <Notice tone="warning" title={stateLabels[state]}>
          {why}
        </Notice>
      )}
      <p className={styles.body}>{body}</p>
      {photo !== null && state === 'shown' && !savesData && (
        <img
          className={styles.photo}
          src={`/api${photo}?w=828`}
          alt={`Sent by ${author.name}`}
          loading="lazy"
        />
      )}
      {photo !== null && savesData && (
        <p className={styles.soft}>There is a photo. Data saver hides it.</p>
      )}
      <ButtonRow>
        {leads && (
          <ButtonLink kind="quiet" to={`/community/${group}/${id}`}>
            {answer_count === 0 ? 'Answer' : formatCount(answer_count, 'answer')}
          </ButtonLink>
        )}
        <Thanks post={post} />
        {leads && user !== undefined && !author.is_me && <ReportPostButton id={id} />}
      </ButtonRow>
      {!leads &&
        user !== undefined &&
        (author.is_me ? <OwnPostActions post={post} /> : <PostActions post={post} />)}
    </Card>
  )
}

const stateLabels = {
  waiting: 'Only you see this. We check it first.',
  hidden: 'This is hidden until we have checked it.',
  removed: 'This was removed.',
} as const

function Thanks({ post: { id, author, thanks, is_thanked } }: { post: Post }) {
  const user = useUser()
  const refresh = useRefreshCommunity()
  const thanking = useMutation({
    mutationFn: () => call(thankPost, { id, is_thanked: !is_thanked }),
    onSuccess: refresh,
  })
  const count = thanks === 0 ? '' : ` (${thanks})`
  if (user === undefined || author.is_me)
    return thanks === 0 ? null : <span className={styles.soft}>Thanks{count}</span>
  return (
    <>
      <Button
        kind="quiet"
        aria-pressed={is_thanked}
        busy={thanking.isPending}
        onClick={() => thanking.mutate()}
      >
        {is_thanked ? 'Thanked' : 'Thanks'}
        {count}
      </Button>
      <FailureNotice error={thanking.error} offline="No network. Try again when it is back." />
    </>
  )
}

/** The user's unsent posts in this group, or their unsent answers to one post. */
export function UnsentPosts({ group, answers }: { group: string; answers: string | undefined }) {
  const items = useOutbox('community_post').filter(
    ({ state, input }) =>
      state !== 'sent' && input['group'] === group && input['answers'] === answers,
  )
  if (items.length === 0) return null
  return (
    <ul className={styles.list} aria-label="What you wrote and is not sent yet">
      {items.map((item) => (
        <UnsentCard key={item.id} item={item}>
          <p className={styles.body}>{String(item.input['body'])}</p>
        </UnsentCard>
      ))}
    </ul>
  )
}
