export { CommunityScreen } from './community.screen.tsx'
export { GroupScreen } from './group.screen.tsx'
export { NyscScreen } from './nysc.screen.tsx'
export { PostScreen } from './post.screen.tsx'
