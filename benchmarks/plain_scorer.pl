# A stand-in for the program of 2007, which is no part of this project: the oot task in plain Perl, hashes and patterns,
# written for this benchmark from a description of what that program prints. Nothing of it is copied, and it says
# nothing of how fast the program itself is. Usage: perl plain_scorer.pl RUN GOLD

use strict;
use warnings;

my ($run, $gold) = @ARGV;
my (%counts, %responses, %mode);    # by id

sub without_apostrophe { my ($term) = @_; $term =~ s/'//; return $term }

open my $file, '<', $gold or die "$gold: $!\n";
while (my $line = <$file>) {
    chomp $line;
    my ($id, $text) = $line =~ /\S+ (\S+) :: (.*)/ or next;
    my @entries = grep { /\S/ && !/pn/ } split /;/, $text;
    next unless @entries > 1 || (@entries && $entries[0] =~ /[\w'\- ]+ (\d+)/a && $1 > 1);
    my ($mode, $of_mode, %count);
    for my $entry (@entries) {
        my ($term, $count) = $entry =~ /(\w[\w'\- ]+) (\d+)/a or next;
        $term = without_apostrophe($term);
        if (!defined $of_mode) { ($mode, $of_mode) = ($term, $count) }
        elsif ($count == $of_mode) { undef $mode }
        $count{$term} = $count;
    }
    ($counts{$id}, $responses{$id}) = ({}, 0);
    while (my ($term, $count) = each %count) {
        $responses{$id} += $count;
        $term =~ s/-/ /g;
        $counts{$id}{$term} = $count;
    }
    if (defined $mode) { $mode{$id} = $mode } else { delete $mode{$id} }
}
close $file;

my ($credit, $attempted, $hits, $modes_attempted, $lines_with_repeats, %seen, @guesses) = (0, 0, 0, 0, 0);
open $file, '<', $run or die "$run: $!\n";
while (my $line = <$file>) {
    chomp $line;
    my ($id, $text) = $line =~ /\S+ (\S+) ::: (.*)/;
    if (!defined $id) {
        print "Error in $run on line $.\n" if $line =~ /\S/a;
        next;
    }
    next if $seen{$id}++ || !$responses{$id};
    if ($text =~ /\S/a) {    # otherwise the guesses of the line before are used again
        @guesses = split /;/, $text;
        my %copies;
        for my $guess (@guesses) {
            $guess =~ s/-/ /g;
            $guess =~ s/^non /non/;
            $guess = without_apostrophe($guess);
            $copies{$guess}++;
        }
        $lines_with_repeats++ if keys %copies < @guesses;
        splice @guesses, 10 if @guesses > 10;
        $attempted++ if @guesses;
    }
    next unless @guesses;
    my $sum = 0;
    $sum += $counts{$id}{$_} || 0 for @guesses;
    $credit += $sum / $responses{$id};
    next unless defined $mode{$id};
    $modes_attempted++;
    $hits++ if grep { $_ eq $mode{$id} } @guesses;
}
close $file;

sub percentage { my ($part, $whole) = @_; return sprintf '%.2f', int($part * 10_000 / $whole + 0.5) / 100 }

sub precision_and_recall {
    my ($part, $answered, $all) = @_;
    return 'precision = ' . percentage($part, $answered) . ', recall = ' . percentage($part, $all) . "\n";
}

my ($items, $modes) = (scalar keys %counts, scalar keys %mode);
print "WARNING OOT file contains duplicates on $lines_with_repeats lines\n" if $lines_with_repeats;
print "Total = $items, attempted = $attempted\n", precision_and_recall($credit, $attempted, $items);
print "Total with mode $modes attempted $modes_attempted\n", precision_and_recall($hits, $modes_attempted, $modes);
