-- Articles of the blog.

create table article (
  code text primary key,
  title text not null,
  summary text not null,
  topic text not null,
  -- Plain text; '## ' starts a heading, '- ' an item of a list.
  paragraphs text[] not null check (cardinality(paragraphs) > 0),
  -- Reading time.
  minutes smallint not null check (minutes > 0),
  published_at timestamptz not null default now()
);
comment on table article is 'site: articles of the blog';
create index article_published_at on article (published_at desc, code);
