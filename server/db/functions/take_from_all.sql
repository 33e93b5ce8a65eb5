-- Takes one token from each of several buckets, or from none. Returns 0 if all had one, otherwise the index of the
-- first empty bucket. Rows are locked in the order of their keys, to avoid deadlocks.
create or replace function take_from_all(p_keys text[], p_sizes real[], p_per_second real[]) returns int
language plpgsql as $$
declare
  refused int;
begin
  insert into rate_bucket (key, tokens, refilled_at)
    select k, s, now() from unnest(p_keys, p_sizes) as asked (k, s) order by k
    on conflict do nothing;
  perform from rate_bucket where key = any (p_keys) order by key for update;
  select min(n) into refused
    from unnest(p_keys, p_sizes, p_per_second) with ordinality as asked (k, size, per_second, n)
    join rate_bucket b on b.key = k
    where least(size, b.tokens + per_second * extract(epoch from clock_timestamp() - b.refilled_at)::real) < 1;
  if refused is not null then return refused; end if;
  update rate_bucket b set refilled_at = clock_timestamp(),
      tokens = least(size, b.tokens + per_second * extract(epoch from clock_timestamp() - b.refilled_at)::real) - 1
    from unnest(p_keys, p_sizes, p_per_second) as asked (k, size, per_second) where b.key = k;
  return 0;
end $$;
