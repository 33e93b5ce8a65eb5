-- Trigger: refuses to change or delete a decision about a review.
create or replace function review_decisions_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was decided about a review stays' using errcode = 'insufficient_privilege';
end $$;
