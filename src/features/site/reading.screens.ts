export { ArticleScreen, BlogScreen } from './blog.screens.tsx'
export { AboutScreen, TermsScreen } from './company.screens.tsx'
