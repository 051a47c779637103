/** An evaluation as a page for people: figures, diagrams and examples. */
package org.gpchain.internal.evaluation.report;
