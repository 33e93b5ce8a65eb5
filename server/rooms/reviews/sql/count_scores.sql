-- Trigger: adds the scores of a review to those of its subject, or takes them away. Only scores of verified, visible
-- reviews count.
create or replace function count_scores() returns trigger language plpgsql as $$
begin
  insert into review_score as s (subject_id, what, stars, reviews)
  select coalesce(review->>'operator_id', review->>'motor_park_id', review->>'business_id')::uuid, score.what,
    sum(change * score.stars::int), sum(change)
  from (values (-1, to_jsonb(old)), (1, to_jsonb(new))) counted (change, review)
  cross join lateral jsonb_each_text(review) score (what, stars)
  where (review->>'is_verified')::boolean and review->>'state' = 'shown' and score.stars is not null
    and score.what in ('punctuality', 'driving', 'vehicle', 'staff', 'security', 'touts', 'toilets', 'shade',
      'lighting')
  group by 1, 2
  having sum(change) <> 0 or sum(change * score.stars::int) <> 0
  on conflict (subject_id, what) do update set stars = s.stars + excluded.stars, reviews = s.reviews + excluded.reviews;
  return null;
end $$;
