import { OutboxItemLoader } from '#features/offline'
import { useUser } from '#lib/session'
import { QueryResult, MoreButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import styles from './communities.module.css'
import { PostCard, UnsentPosts } from './post-card.tsx'
import { PostForm } from './post-form.tsx'
import { answersQuery, groupQuery, useRefreshCommunity } from './queries.ts'

/** A post and its answers, at `/community/:group/:post`. */
export function PostScreen() {
  const { group = '', post: id = '' } = useParams()
  const found = useQuery(groupQuery(group)).data
  const answers = useInfiniteQuery(answersQuery(id))
  const name = found?.name ?? 'the group'
  useRefreshCommunity()
  return (
    <Page
      title="Post"
      heading={`In ${name}`}
      back={{ to: `/community/${group}`, label: 'Group' }}
      narrow
    >
      <QueryResult
        query={answers}
        refused={{
          not_found: () => <PostNotFound group={group} />,
          invalid_input: () => <PostNotFound group={group} />,
        }}
      >
        {({ pages }) => {
          const [first] = pages
          if (first === undefined) return null
          return (
            <>
              <ul className={styles.list} aria-label="Post and answers">
                <PostCard post={first.meta.post} />
                {pages.flatMap(({ data }) =>
                  data.map((answer) => <PostCard key={answer.id} post={answer} />),
                )}
              </ul>
              <MoreButton query={answers} />
            </>
          )
        }}
      </QueryResult>
      <UnsentPosts group={group} answers={id} />
      <AnswerSection group={group} groupName={name} id={id} isMember={found?.is_member ?? false} />
    </Page>
  )
}

const PostNotFound = ({ group }: { group: string }) => (
  <Notice
    tone="warning"
    title="This post is not here any more."
    actions={<ButtonLink to={`/community/${group}`}>To the group</ButtonLink>}
  >
    Its author deleted it, or it is hidden.
  </Notice>
)

interface AnsweringProps {
  group: string
  groupName: string
  id: string
  isMember: boolean
}

function AnswerSection({ group, groupName, id, isMember }: AnsweringProps) {
  const user = useUser()
  if (user === undefined || !isMember)
    return (
      <Notice actions={<ButtonLink to={`/community/${group}`}>To the group</ButtonLink>}>
        Join the group to answer.
      </Notice>
    )
  return (
    <OutboxItemLoader what="answer">
      {(waiting) => (
        <PostForm
          key={waiting?.id}
          group={group}
          groupName={groupName}
          answers={id}
          waiting={waiting}
        />
      )}
    </OutboxItemLoader>
  )
}
