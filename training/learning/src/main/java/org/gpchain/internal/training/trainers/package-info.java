/** Training plans: the settings that users give, and the trainers that are made from them. */
package org.gpchain.internal.training.trainers;
