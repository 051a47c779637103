/** HTML reports of evaluations, with metrics, diagrams and examples. */
package org.gpchain.internal.evaluation.report;
