-- Trigger: computes number and mean of the reviews of a subject from its counts of stars.
create or replace function derive_rating() returns trigger language plpgsql as $$
begin
  new.reviews := stars_total(new.stars);
  new.rating := stars_mean(new.stars);
  return new;
end $$;
