create table banner (
  id int generated always as identity primary key,
  position smallint not null,
  content text not null check (length(content) between 1 and 160),
  url text check (url like '/%' or url like 'https://%'),
  url_text text,
  shown_from timestamptz not null default now(),
  shown_until timestamptz,
  check (num_nulls(url, url_text) in (0, 2)),
  check (shown_until > shown_from)
);
comment on table banner is 'notices: what the strip above the navigation says';

create table announcement (
  id int generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  body text not null,
  -- From this moment on it is shown.
  published_at timestamptz not null default now()
);
create index announcement_published_at on announcement (published_at desc, id desc);
comment on table announcement is 'notices: news for travellers';

create table article (
  code text primary key,
  title text not null,
  summary text not null,
  topic text not null,
  -- Plain text; one that begins with '## ' is a heading, with '- ' a point of a list.
  paragraphs text[] not null check (cardinality(paragraphs) > 0),
  -- Reading time.
  minutes smallint not null check (minutes > 0),
  published_at timestamptz not null default now()
);
create index article_published_at on article (published_at desc, code);
comment on table article is 'site: articles of the blog';

create table conversation (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- Null: our own support line.
  operator_id uuid references operator,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null default now()
);
create unique index conversation_open on conversation (person_id, operator_id) nulls not distinct where state = 'open';
create index conversation_operator on conversation (operator_id);
comment on table conversation is 'support: conversations of people with operators and with our support line';
