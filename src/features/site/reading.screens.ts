export { ArticleScreen, BlogScreen } from './blog.screens.tsx'
export { AboutScreen, TermsScreen } from './company.screens.tsx'
export { InfoCenterScreen } from './info-center.screen.tsx'
