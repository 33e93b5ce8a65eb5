-- Returns the counts of reviews by stars with `change` (1 or -1) added to those of this rating.
create or replace function stars_with(stars int[], rating int, change int) returns int[] language plpgsql immutable as $$
begin
  stars[rating] := stars[rating] + change;
  return stars;
end $$;
