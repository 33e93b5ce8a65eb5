import { formatCount } from '#contract/quantities'
import type { Group } from '#contract/communities/model'
import { joinGroup, leaveGroup } from '#contract/communities/endpoints'
import { OutboxItemLoader } from '#features/offline'
import { call } from '#lib/api'
import { makeLoginPath } from '#lib/browser'
import { useUser } from '#lib/session'
import { QueryResult, MoreButton } from '#ui/query-result'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams } from 'react-router-dom'
import { CampMembers } from './buddies.tsx'
import styles from './communities.module.css'
import { CommunityNameForm } from './my-name.tsx'
import { PostForm } from './post-form.tsx'
import { PostCard, UnsentPosts } from './post-card.tsx'
import { groupQuery, myCommunityQuery, postsQuery, useRefreshCommunity } from './queries.ts'

const back = { to: '/community', label: 'Community' }

/**
 * The posts of a group, at `/community/:group`, with the card to join or leave after them. A button above them leads to
 * that card.
 */
export function GroupScreen() {
  const { group: code = '' } = useParams()
  const group = useQuery(groupQuery(code))
  const membership = useRef<HTMLDivElement>(null)
  useRefreshCommunity()
  return (
    <QueryResult
      query={group}
      title="Group"
      refused={{
        not_found: () => <NoGroup />,
        invalid_input: () => <NoGroup />,
      }}
    >
      {(found) => (
        <Page
          title={found.name}
          under={found.about}
          back={back}
          aside={
            <>
              <div ref={membership}>
                <Membership group={found} />
              </div>
              {found.is_member && found.kind === 'camp' && <CampMembers group={code} />}
            </>
          }
        >
          {!found.is_member && (
            <Button
              onClick={() =>
                membership.current?.querySelector<HTMLElement>('a, button, input')?.focus()
              }
            >
              Join to write
            </Button>
          )}
          <NewPostForm group={found} />
          <Posts code={code} />
        </Page>
      )}
    </QueryResult>
  )
}

const NoGroup = () => (
  <Page title="Group" back={back} narrow>
    <Notice
      tone="warning"
      title="This group does not exist."
      actions={<ButtonLink to="/community">All groups</ButtonLink>}
    />
  </Page>
)

function Posts({ code }: { code: string }) {
  const posts = useInfiniteQuery(postsQuery(code))
  return (
    <>
      <UnsentPosts group={code} answers={undefined} />
      <QueryResult query={posts}>
        {({ pages }) =>
          (pages[0]?.meta.total ?? 0) === 0 ? (
            <EmptyState picture="message" title="Nobody has written here yet.">
              Ask the first question.
            </EmptyState>
          ) : (
            <>
              <ul className={styles.list} aria-label="Posts">
                {pages.flatMap(({ data }) =>
                  data.map((post) => <PostCard key={post.id} post={post} leads />),
                )}
              </ul>
              <MoreButton query={posts} />
            </>
          )
        }
      </QueryResult>
    </>
  )
}

/** The form for a post; null for people who are not members. `Membership` says what they must do first. */
function NewPostForm({ group }: { group: Group }) {
  const user = useUser()
  if (user === undefined || !group.is_member) return null
  return (
    <OutboxItemLoader what="post">
      {(waiting) => (
        <PostForm key={waiting?.id} group={group.code} groupName={group.name} waiting={waiting} />
      )}
    </OutboxItemLoader>
  )
}

function Membership({ group }: { group: Group }) {
  const user = useUser()
  const mine = useQuery({ ...myCommunityQuery, enabled: user !== undefined }).data
  return (
    <Card label="Membership">
      <h2>{formatCount(group.members, 'member')}</h2>
      {user === undefined ? (
        <>
          <p>Anyone can read. To write, log in and join.</p>
          <ButtonAnchor href={makeLoginPath()}>Log in</ButtonAnchor>
        </>
      ) : mine !== undefined && mine.name === null ? (
        <CommunityNameForm />
      ) : (
        <JoinOrLeave group={group} name={mine?.name ?? undefined} />
      )}
    </Card>
  )
}

function JoinOrLeave({ group, name }: { group: Group; name: string | undefined }) {
  const refresh = useRefreshCommunity()
  const moving = useMutation({
    mutationFn: async () => {
      const { code, is_member } = group
      await (is_member ? call(leaveGroup, { group: code }) : call(joinGroup, { group: code }))
    },
    onSuccess: refresh,
  })
  return (
    <>
      {name !== undefined && (
        <p>
          Others see you as <b>{name}</b>.
        </p>
      )}
      <Button
        kind={group.is_member ? 'plain' : 'primary'}
        wide
        busy={moving.isPending}
        onClick={() => moving.mutate()}
      >
        {group.is_member ? 'Leave the group' : 'Join the group'}
      </Button>
      <FailureNotice error={moving.error} offline="No network. Try again when it is back." />
    </>
  )
}
